import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { claimLock, type HeldLock } from './lock.mjs';

/** Another stack is alive in the home folder. */
export class StackInUse extends Error {}

/**
 * Makes the home folder and takes it for this process; the lock of a stack that was killed is replaced.
 * Throws while another stack is alive in it.
 */
export function homeLock(home: string): HeldLock {
  // Others may pass through: the user that PostgreSQL runs as when we are root has its folder in it.
  mkdirSync(home, { recursive: true, mode: 0o711 });
  const lock = claimLock(join(home, 'stack.lock'));
  if ('release' in lock) return lock;
  throw new StackInUse(
    `Marginalia already runs in ${resolve(home)} (process ${lock.holder.pid}). ` +
      'Stop it first, or choose another folder with MARGINALIA_HOME.',
  );
}
