import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL_ROLES, type LocalRole } from '../run-file.js';

/** The app's own login on the bus. */
export const SERVICE_USER = 'svc-standalone';

/** Secrets of the local start, by credential; made once and kept in the home folder, readable by its owner only. */
export type LocalSecrets = Record<LocalRole | typeof SERVICE_USER, string>;

const pathOf = (home: string): string => join(home, 'credentials.json');

export function localSecrets(home: string): LocalSecrets {
  try {
    return JSON.parse(readFileSync(pathOf(home), 'utf8')) as LocalSecrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const names = [...LOCAL_ROLES, SERVICE_USER] as const;
  const secrets = Object.fromEntries(
    names.map((name) => [name, randomBytes(24).toString('base64url')]),
  ) as LocalSecrets;
  mkdirSync(home, { recursive: true });
  writeFileSync(pathOf(home), `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  return secrets;
}
