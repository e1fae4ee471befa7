import type { Credential } from '#contracts';

/** Who speaks, and whether the road proves it. */
export interface Identity {
  credential: Credential;
  proven: boolean;
}

const SERVICE = /^svc-[a-z0-9][a-z0-9-]{0,58}$/;

/** Our own apps speak as `svc-<app>`. No log names them: who may connect as one is a matter of the bus's permissions. */
export function serviceCredential(id: string): Credential | undefined {
  if (!SERVICE.test(id)) return undefined;
  return { id, role: 'service', agents: ['*'], person: false, relaysPeople: false, reportsExposure: false };
}

/** Whoever reaches the bus of a local start without naming a credential. It may do everything and proves nothing, so its `human` marks are no proof. */
export const LOCAL: Identity = {
  credential: { id: 'local', role: 'admin', agents: ['*'], person: true, relaysPeople: false, reportsExposure: false },
  proven: false,
};
