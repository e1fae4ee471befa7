/** One NATS login. Absent lists allow every subject, empty ones none. */
export interface NatsUser {
  user: string;
  password: string;
  publish?: string[] | undefined;
  subscribe?: string[] | undefined;
}

export interface NatsConfig {
  port: number;
  storeDir: string;
  pidFile: string;
  users: NatsUser[];
}

/** Above any report that ingestion takes, with room for its envelope. */
const maxPayloadBytes = 4 * 1024 * 1024;

/** The server's configuration file. Its notation includes JSON's, so values are written as JSON and need no escaping of ours. */
export function natsConfig({ port, storeDir, pidFile, users }: NatsConfig): string {
  if (users.length === 0) throw new Error('NATS needs at least one login: without one it would let everybody in.');
  const entries = {
    listen: `127.0.0.1:${port}`,
    pid_file: pidFile,
    max_payload: maxPayloadBytes,
    jetstream: { store_dir: storeDir },
    authorization: { users: users.map(userEntry) },
  };
  return Object.entries(entries)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('');
}

function userEntry({ user, password, publish, subscribe }: NatsUser): object {
  const permissions = {
    ...(publish && { publish: permission(publish) }),
    ...(subscribe && { subscribe: permission(subscribe) }),
  };
  return { user, password, ...(publish || subscribe ? { permissions } : {}) };
}

/** NATS reads an empty list of allowed subjects as no limit. */
function permission(allow: string[]): object {
  return allow.length > 0 ? { allow } : { deny: ['>'] };
}
