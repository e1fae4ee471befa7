import type { Gate } from './gate.js';
import { findInjection } from './injection/injection.js';

/** Gate 8: a note tells how to work with tools. It gives the agent no other master, role, secret or audience. */
export const injectionSuspect: Gate = ({ content, check }) => {
  const detail = findInjection(content) ?? (check && (findInjection(check.command) ?? findInjection(check.expect)));
  return detail === undefined ? undefined : { reason: 'content_injection_suspect', detail };
};
