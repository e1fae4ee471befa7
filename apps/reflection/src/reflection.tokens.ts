/** The pool of connections to this app's schema. */
export const REFLECTION_POOL = Symbol('REFLECTION_POOL');
