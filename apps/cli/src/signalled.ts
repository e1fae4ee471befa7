/** Resolves with the first signal that asks to end; a second one ends the process at once. */
export function signalled(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve(signal));
  });
}
