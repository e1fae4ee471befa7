/** Who may ask. `admin` may also do what operators, auditors, runners and runtimes may; `service` is one of our own apps. */
export const ROLES = ['runner', 'runtime', 'operator', 'auditor', 'service', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Apps that own operations; the standalone process runs all of them. */
export const APPS = ['ingestion', 'reflection', 'ledger', 'delivery'] as const;
export type AppName = (typeof APPS)[number];

/** What a credential is allowed, as the `access/<credential>` stream of the log says it. */
export interface Credential {
  /** One subject token: `^[a-z0-9][a-z0-9_-]{0,62}$`. */
  id: string;
  role: Role;
  /** Agents it may speak for: `*`, a uid, or a prefix that ends in `*`. */
  agents: string[];
  /** True for a person, false for a machine. */
  person: boolean;
  /** Its `human: true` marks are proof (domain.md section 1). */
  relaysPeople: boolean;
  /** Its reports say which lessons were in the context, so absence means not seen. */
  reportsExposure: boolean;
  label?: string;
}

/** Who caused something: taken from the credential, never from a body. `label` is the body's `actor`. */
export interface By {
  credential: string;
  role: Role;
  /** False where the road does not prove the credential (short subjects of a local start). */
  proven: boolean;
  label?: string;
}

/** True when `credential` may speak for `agent`. */
export function coversAgent(credential: Pick<Credential, 'agents'>, agent: string): boolean {
  return credential.agents.some(
    (pattern) =>
      pattern === '*' || (pattern.endsWith('*') ? agent.startsWith(pattern.slice(0, -1)) : pattern === agent),
  );
}

/** True when `credential` covers every agent; asked for what concerns the whole deployment. */
export const coversAllAgents = (credential: Pick<Credential, 'agents'>): boolean => credential.agents.includes('*');
