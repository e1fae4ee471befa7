/** The pool of connections to the log. */
export const LEDGER_POOL = Symbol('LEDGER_POOL');
/** TypeORM's data source over the read models. */
export const LEDGER_READ = Symbol('LEDGER_READ');
