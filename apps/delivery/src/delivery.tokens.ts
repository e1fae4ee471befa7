/** The pool of connections to this app's schema. */
export const DELIVERY_POOL = Symbol('DELIVERY_POOL');
