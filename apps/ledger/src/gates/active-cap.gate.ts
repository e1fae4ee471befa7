import type { Gate } from './gate.js';

/** Live lessons of a notebook, human ones counted, from which no machine adds or revives one. */
export const ACTIVE_CAP = 10;

/** Gate 20. */
export const activeCap: Gate = (_proposal, { liveCount }) =>
  liveCount >= ACTIVE_CAP ? { reason: 'active_cap_reached', detail: `${ACTIVE_CAP} live lessons` } : undefined;
