import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Log } from './log.js';
import { machineFolder } from './machine-folder.js';
import { type PostgresBinaries } from './postgres-binaries.js';
import { canExecute, serviceUser, type ServiceUser } from './service-user.js';

/** The cluster's owner, and the database made for Marginalia beside PostgreSQL's own. */
export const ownerName = 'marginalia';

export interface PostgresCluster {
  data: string;
  password: string;
}

/**
 * The folder `postgres` of the home and who runs the server in it. When the service user cannot walk to the home
 * (a checkout below /root), the folder is made where it can, and `postgres` in the home is a link to it.
 */
export function clusterFolder(home: string, log: Log): { folder: string; user: ServiceUser | undefined } {
  const place = join(home, 'postgres');
  if (lstatSync(place, { throwIfNoEntry: false })) {
    if (!existsSync(place))
      throw new Error(`${place} points to a folder that is gone. Remove it to begin with no data.`);
  } else {
    makeFolder(home, place, log);
  }
  const folder = realpathSync(place);
  const user = serviceUser(folder);
  const owner = statSync(folder).uid;
  if (!user && process.getuid && owner !== process.getuid()) {
    throw new Error(
      `${place} was made by another user (uid ${owner}). Start as that user, or choose another home folder.`,
    );
  }
  return { folder, user };
}

function makeFolder(home: string, place: string, log: Log): void {
  const user = serviceUser(place);
  if (canExecute(home, user)) {
    mkdirSync(place, { mode: 0o700 });
  } else {
    // Not by the path alone: a home that is deleted and made again begins with no data.
    const hash = createHash('sha256').update(realpathSync(home)).digest('hex').slice(0, 12);
    const folder = mkdtempSync(join(machineFolder(), `${hash}-`));
    symlinkSync(folder, place);
    log(`PostgreSQL's user cannot enter ${home}; its data is kept in ${folder}`);
  }
  if (user) chownSync(realpathSync(place), user.uid, user.gid);
}

/** Creates the cluster at the first start, whole or not at all, with a password that only its owner can read. */
export function ensureCluster(
  folder: string,
  user: ServiceUser | undefined,
  { initdb }: PostgresBinaries,
  durable: boolean,
): PostgresCluster {
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  if (!existsSync(data)) {
    const draft = join(folder, 'data.new');
    rmSync(draft, { recursive: true, force: true });
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (user) chownSync(passwordFile, user.uid, user.gid);
    const made = spawnSync(
      initdb,
      [
        ...['-D', draft, '-U', ownerName, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
        ...['-E', 'UTF8', '--locale=C', '--no-instructions', ...(durable ? [] : ['--no-sync'])],
      ],
      { cwd: '/', env: { LC_ALL: 'C' }, encoding: 'utf8', ...user },
    );
    if (made.error) throw made.error;
    if (made.status !== 0) throw new Error(`initdb ended with ${made.status ?? made.signal}:\n${made.stderr.trim()}`);
    renameSync(draft, data);
  }
  return { data, password: readFileSync(passwordFile, 'utf8') };
}
