import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A folder outside the home that every user can walk to, for what a service user cannot reach below a closed folder
 * such as /root. For root it is where the system keeps state (nothing sweeps it, as /var/tmp is swept); other users
 * cannot write there. Refuses a folder that somebody else has made.
 */
export function machineFolder(): string {
  const uid = process.getuid?.() ?? 0;
  const folder = uid === 0 ? '/var/lib/marginalia' : join('/var/tmp', `marginalia-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const made = lstatSync(folder);
  if (!made.isDirectory() || made.uid !== uid || (made.mode & 0o022) !== 0) {
    throw new Error(`${folder} is needed but belongs to another user or may be written by others. Remove it.`);
  }
  return folder;
}
