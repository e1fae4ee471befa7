import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimLock } from '../../deploy/local/lock.mjs';

const prefix = 'marginalia-test-';

/** Starts PostgreSQL and NATS for one test run in a folder of their own; names them in the environment that jest's workers inherit. */
export async function startServices(local) {
  await removeLeftovers(local);
  const home = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(home, 0o711);
  const lock = local.homeLock(home);
  const log = (line) => process.stderr.write(`tests: ${line}\n`);
  const postgres = await local.startPostgres({ home, durable: false });
  const binary = await local.findNatsServer({
    named: process.env.MARGINALIA_NATS_SERVER,
    cacheDir: local.cacheFolder(process.env),
    log,
  });
  const nats = await local.startNats({ binary: binary.path, home, users: [{ user: 'test', password: 'test' }] });
  process.env.MARGINALIA_TEST_DATABASE_URL = postgres.url;
  process.env.MARGINALIA_TEST_NATS_URL = nats.url('test');
  process.env.MARGINALIA_TEST_NATS_SERVER = binary.path;
  return async () => {
    await Promise.all([nats.stop(), postgres.stop()]);
    lock.release();
    rmSync(home, { recursive: true, force: true });
  };
}

/** Services and folders of runs that were killed. */
async function removeLeftovers(local) {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const home = join(tmpdir(), name);
    try {
      const lock = claimLock(join(home, 'stack.lock'));
      if (!('release' in lock)) continue;
      await local.stopLeftoverPostgres(home);
      await local.stopLeftoverNats(home);
      rmSync(home, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== 'EACCES' && error.code !== 'EPERM' && error.code !== 'ENOENT') throw error;
    }
  }
}
