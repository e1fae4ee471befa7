/** The only place that reads the environment; everything else gets a config class. */
export function environment(): NodeJS.ProcessEnv {
  // eslint-disable-next-line no-restricted-properties -- see above
  return process.env;
}
