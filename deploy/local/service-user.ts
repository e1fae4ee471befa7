import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';

export interface ServiceUser {
  uid: number;
  gid: number;
}

/** Debian's numbers, for machines whose list of users has neither name. */
const nobody: ServiceUser = { uid: 65534, gid: 65534 };

/**
 * Who shall run a server that refuses to run as root: the owner of its folder when that is there, else `postgres`,
 * else `nobody`. Undefined when we are not root and run it ourselves.
 */
export function serviceUser(folder: string): ServiceUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return userNamed('postgres') ?? userNamed('nobody') ?? nobody;
}

function userNamed(name: string): ServiceUser | undefined {
  if (!existsSync('/etc/passwd')) return undefined;
  const fields = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([first]) => first === name);
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/** Whether the user can execute the file, or enter the folder. Asked of the system, which knows of more than mode bits. */
export function canExecute(path: string, user: ServiceUser | undefined): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { cwd: '/', stdio: 'ignore', ...user }).status === 0;
}
