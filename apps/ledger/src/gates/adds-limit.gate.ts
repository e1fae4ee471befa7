import type { Gate } from './gate.js';

/** Lessons that one round may add to one skill. */
export const ADDS_LIMIT = 2;

/** Gate 19. */
export const addsLimit: Gate = (_proposal, { acceptedInRound }) =>
  acceptedInRound >= ADDS_LIMIT
    ? { reason: 'adds_limit_reached', detail: `${ADDS_LIMIT} a round and skill` }
    : undefined;
