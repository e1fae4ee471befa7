import { isAgent, streams, type AccessIssued, type LogEvent } from '#contracts';
import { refuse, unchanged, type Decision } from '../commands/decision.js';

/** One credential: undefined before it is issued. */
export type AccessState = { issued: AccessIssued; revoked: boolean } | undefined;

export function evolveAccess(state: AccessState, event: LogEvent): AccessState {
  if (event.type === 'access.issued') return { issued: event.data, revoked: false };
  if (event.type === 'access.revoked' && state !== undefined) return { ...state, revoked: true };
  return state;
}

/** Ids that are built in: our own services, and whoever uses the short subjects of a local start. */
const isReserved = (credential: string): boolean => credential === 'local' || credential.startsWith('svc-');

/** An id is used once: a revoked credential stays what it was, so that the log stays readable. */
export function decideIssue(state: AccessState, issued: AccessIssued): Decision<{ credential: string }> {
  const { credential } = issued;
  if (!isAgent(credential) || isReserved(credential)) {
    return refuse('invalid_field', `credential: "${credential}" is reserved`, {
      errors: [{ path: 'credential', reason: 'reserved: local, and what begins with svc-' }],
    });
  }
  if (state !== undefined) return refuse('version_conflict', `the credential ${credential} exists: choose another id`);
  return {
    events: [{ type: 'access.issued', stream: streams.access(credential), data: issued }],
    reply: { credential },
  };
}

/** Issues what is not there yet or has changed, for the credentials that a local start declares; revoked ones stay so. */
export function decideEnsure(state: AccessState, issued: AccessIssued): Decision<object> {
  if (state?.revoked) return unchanged({});
  const same = state !== undefined && JSON.stringify(sorted(state.issued)) === JSON.stringify(sorted(issued));
  if (same) return unchanged({});
  return { events: [{ type: 'access.issued', stream: streams.access(issued.credential), data: issued }], reply: {} };
}

/** @param last whether it is the last admin: without one nobody could ever issue a credential again */
export function decideRevoke(state: AccessState, credential: string, last = false): Decision<{ credential: string }> {
  if (state === undefined) return refuse('credential_not_found', `no credential ${credential}`);
  if (state.revoked) return unchanged({ credential });
  if (last) return refuse('forbidden', `${credential} is the last admin: issue another one first`);
  return {
    events: [{ type: 'access.revoked', stream: streams.access(credential), data: { credential } }],
    reply: { credential },
  };
}

const sorted = (issued: AccessIssued): unknown[] => Object.entries(issued).sort(([a], [b]) => (a < b ? -1 : 1));
