import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AccessIssued, By, Credential, IssueToken, KnownCredential, Replies } from '#contracts';
import { CommandRunner, type CommandRequest } from '../commands/command-runner.js';
import { LedgerStates } from '../commands/ledger-states.js';
import { decideEnsure, decideIssue, decideRevoke, type AccessState } from './access.decider.js';

/** A credential that a local start declares, with its secret. */
export interface DeclaredCredential extends Credential {
  secret: string;
}

const secretHashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const STARTING: By = { credential: 'svc-ledger', role: 'service', proven: true };

/** Who may act: streams `access/<credential>` of the log. Secrets are never kept, only their SHA-256. */
@Injectable()
export class Credentials {
  constructor(
    private readonly commands: CommandRunner,
    private readonly states: LedgerStates,
  ) {}

  /** The token is in the first answer only: a repeat of the command has an empty one. */
  async issue(body: IssueToken, request: CommandRequest): Promise<Replies['tokens.issue']> {
    const credential = body.credential ?? `${body.role}-${randomBytes(4).toString('hex')}`;
    const secret = randomBytes(32).toString('base64url');
    const issued: AccessIssued = {
      credential,
      role: body.role,
      agents: body.agents,
      person: body.person ?? false,
      relaysPeople: body.relaysPeople ?? false,
      reportsExposure: body.reportsExposure ?? false,
      ...(body.label !== undefined && { label: body.label }),
      secretHash: secretHashOf(secret),
    };
    const reply = await this.commands.run(request, async () => {
      const { state, guards } = await this.states.credential(credential);
      return { decision: decideIssue(state, issued), unchanged: guards };
    });
    const { state } = await this.states.credential(reply.credential);
    const first = state?.issued.secretHash === issued.secretHash;
    return { ...reply, token: first ? `mrg.${reply.credential}.${secret}` : '' };
  }

  revoke(credential: string, request: CommandRequest): Promise<Replies['tokens.revoke']> {
    return this.commands.run(request, async () => {
      const { state, guards } = await this.states.allCredentials();
      const admins = [...state.values()].filter(
        ({ access }) => access?.revoked === false && access.issued.role === 'admin',
      );
      const last = admins.length === 1 && admins[0]?.access?.issued.credential === credential;
      return { decision: decideRevoke(state.get(credential)?.access, credential, last), unchanged: guards };
    });
  }

  /** Issues the declared credentials that are missing or have changed. Safe to repeat at every start. */
  async ensure(declared: readonly DeclaredCredential[]): Promise<void> {
    for (const { id, secret, label, ...rest } of declared) {
      const issued: AccessIssued = {
        credential: id,
        role: rest.role,
        agents: rest.agents,
        person: rest.person,
        relaysPeople: rest.relaysPeople,
        reportsExposure: rest.reportsExposure,
        ...(label !== undefined && { label }),
        secretHash: secretHashOf(secret),
      };
      const request: CommandRequest = { by: STARTING, operation: 'tokens.issue', body: issued, cause: 'command:start' };
      await this.commands.run(request, async () => {
        const { state, guards } = await this.states.credential(id);
        return { decision: decideEnsure(state, issued), unchanged: guards };
      });
    }
  }

  async list(): Promise<Replies['tokens.list']['tokens']> {
    const { state } = await this.states.allCredentials();
    return [...state.values()].map(({ issuedAt, access }) => {
      const { secretHash: _secretHash, ...credential } = known(access);
      return { ...credential, issuedAt };
    });
  }

  /** With the hashes of their secrets, for our own apps. */
  async all(): Promise<KnownCredential[]> {
    const { state } = await this.states.allCredentials();
    return [...state.values()].map(({ access }) => known(access));
  }
}

function known({ issued, revoked }: NonNullable<AccessState>): KnownCredential {
  const { credential, role, agents, person, relaysPeople, reportsExposure, label, secretHash } = issued;
  return {
    id: credential,
    role,
    agents,
    person,
    relaysPeople,
    reportsExposure,
    ...(label !== undefined && { label }),
    secretHash,
    revoked,
  };
}
