import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TestFolder, testFolder } from '#testing';
import { homeLock } from './home-lock.js';
import { claimLock, processStart, withLock } from './lock.mjs';

describe('locks', () => {
  let folder: TestFolder;
  let path: string;

  beforeEach(() => {
    folder = testFolder();
    path = join(folder.path, 'some.lock');
  });

  afterEach(() => folder.remove());

  it('has one holder, whom a second claim names', () => {
    const lock = claimLock(path);
    expect(claimLock(path)).toEqual({ holder: expect.objectContaining({ pid: process.pid }) });
    if ('release' in lock) lock.release();
    expect(existsSync(path)).toBe(false);
  });

  it('is taken over from a process that ended', () => {
    const module = fileURLToPath(new URL('lock.mjs', import.meta.url));
    const code = `import { claimLock } from ${JSON.stringify(module)}; claimLock(${JSON.stringify(path)});`;
    spawnSync(process.execPath, ['--input-type=module', '-e', code]);
    expect(JSON.parse(readFileSync(path, 'utf8'))).not.toMatchObject({ pid: process.pid });
    expect(claimLock(path)).toHaveProperty('release');
  });

  it('is taken over when the process id belongs to another program now', () => {
    writeFileSync(path, JSON.stringify({ pid: process.pid, start: 'before' }));
    expect(processStart(process.pid)).not.toBe('before');
    expect(claimLock(path)).toHaveProperty('release');
  });

  it('is respected while its holder is still writing it', () => {
    writeFileSync(path, '');
    expect(claimLock(path)).toEqual({ holder: { pid: 0 } });
  });

  it('lets works through one at a time, and releases after a failure', async () => {
    const order: string[] = [];
    const work = (name: string) => () => {
      order.push(`${name} in`);
      return new Promise<void>((resolve) => setImmediate(() => resolve(void order.push(`${name} out`))));
    };
    await expect(withLock(path, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await Promise.all([withLock(path, work('one')), withLock(path, work('two'))]);
    expect(order).toEqual(['one in', 'one out', 'two in', 'two out']);
  });

  it('keeps a second stack out of a home and tells the ways out', () => {
    const home = join(folder.path, 'home');
    const lock = homeLock(home);
    expect(() => homeLock(home)).toThrow(`Marginalia already runs in ${home} (process ${process.pid})`);
    lock.release();
    homeLock(home).release();
  });
});
