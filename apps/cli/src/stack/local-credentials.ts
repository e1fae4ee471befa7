import { OPERATIONS, type Subjects, verbOf, type Credential, type OperationName, type Role } from '#contracts';
import type { NatsUser } from '../../../../deploy/local/index.js';
import { LOCAL_ROLES } from '../run-file.js';
import { SERVICE_USER, type LocalSecrets } from './local-secrets.js';

/** The credentials that the ledger records at the first start: one a role, over all agents. */
export function localCredentials(): Credential[] {
  return LOCAL_ROLES.map((role) => ({
    id: role,
    role,
    agents: ['*'],
    person: role === 'operator' || role === 'admin' || role === 'auditor',
    // Imports of this machine's owner speak for the people in them; a runner must be told so.
    relaysPeople: role === 'admin',
    reportsExposure: false,
    label: 'local start',
  }));
}

/**
 * Logins of the embedded NATS. Each role may publish what its verbs need, below its own token and, because everything
 * here belongs to one owner, in the short form; replies reach its own inbox, or one of a plain client. No role gets the
 * JetStream interface: who may pull can name any subject as its reply.
 */
export function natsUsers(secrets: LocalSecrets, subjects: Subjects): NatsUser[] {
  const confined = (['runner', 'runtime', 'operator', 'auditor'] as const).map((role) => ({
    user: role,
    password: secrets[role],
    publish: verbsOf(role).flatMap(([verb, agent]) => [subjects.as(role, verb, agent), subjects.verb(verb, agent)]),
    subscribe: [`_INBOX.${role}.>`, '_INBOX.*', '_INBOX.*.*'],
  }));
  const open = (['admin', SERVICE_USER] as const).map((user) => ({ user, password: secrets[user] }));
  return [...confined, ...open];
}

/** Verbs of a role, each with the wildcard of its agent token where it has one. */
function verbsOf(role: Role): [verb: string, agent?: string][] {
  const names = (Object.keys(OPERATIONS) as OperationName[]).filter((name) => {
    const roles: readonly Role[] = OPERATIONS[name].roles;
    return roles.includes(role);
  });
  const verbs = names.map((name): [string, string?] =>
    OPERATIONS[name].perAgent ? [verbOf(name), '*'] : [verbOf(name)],
  );
  return role === 'runner' ? [['jobs.finished', '*'], ...verbs] : verbs;
}
