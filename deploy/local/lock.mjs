import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// Plain JavaScript, because prepare.mjs needs it before anything is compiled. Types: lock.d.mts.

/** How long a lock file may stay without readable content: its maker is between creating and writing it, or was killed there. */
const unwrittenMs = 5_000;

/**
 * When the process began, as the system writes it, or undefined when none runs under this id (a zombie does not run).
 * Together with the id it names one process for good; ids alone are used again.
 */
export function processStart(pid) {
  if (existsSync('/proc/self/stat')) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      // The name in brackets may hold anything; state is the first field after it and the start time the twentieth.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' ? undefined : fields[19];
    } catch {
      return undefined;
    }
  }
  const line = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim();
  return !line || line.startsWith('Z') ? undefined : line.slice(line.indexOf(' ')).trim();
}

/** Takes the lock, or tells who holds it. A lock whose holder is gone is replaced. */
export function claimLock(path) {
  mkdirSync(dirname(path), { recursive: true });
  const mine = JSON.stringify({ pid: process.pid, start: processStart(process.pid) });
  for (;;) {
    try {
      writeFileSync(path, mine, { flag: 'wx', mode: 0o644 });
      return { release: () => read(path) === mine && rmSync(path, { force: true }) };
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const found = read(path);
    if (found === undefined) continue;
    const holder = parse(found);
    if (holder ? processStart(holder.pid) === holder.start : isFresh(path)) return { holder: holder ?? { pid: 0 } };
    removeStale(path, found);
  }
}

/** Runs the work alone among all processes that name the same lock; waits for its turn, and says so once. */
export async function withLock(path, work, onWait = () => {}) {
  let told = false;
  for (;;) {
    const lock = claimLock(path);
    if ('release' in lock) {
      try {
        return await work();
      } finally {
        lock.release();
      }
    }
    if (!told && lock.holder.pid !== 0) {
      told = true;
      onWait(lock.holder.pid);
    }
    await sleep(50);
  }
}

/** Moves the stale lock away before it looks again, so that of two processes that found it stale only one goes on. */
function removeStale(path, judged) {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
    if (read(aside) !== judged) writeFileSync(path, read(aside) ?? '', { flag: 'wx' });
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
  rmSync(aside, { force: true });
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function parse(content) {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

function isFresh(path) {
  const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - made < unwrittenMs;
}
