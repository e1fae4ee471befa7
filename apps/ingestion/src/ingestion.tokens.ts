/** The pool of connections to this app's schema. */
export const INGESTION_POOL = Symbol('INGESTION_POOL');
