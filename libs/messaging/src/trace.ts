import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string | undefined>();

/** W3C `traceparent` of the request being handled, so that what its handler asks carries it on. */
export const traceparent = (): string | undefined => current.getStore();

export const withTrace = <T>(value: string | undefined, run: () => T): T => current.run(value, run);
