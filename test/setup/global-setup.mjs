import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dist, prepare } from '../../deploy/local/prepare.mjs';
import { startServices } from './services.mjs';

export let stopServices = async () => {};

/** Once a run. The launchers are taken from dist, because jest does not transform what its global setup imports. */
export default async function globalSetup() {
  const launchers = join(dist, 'deploy/local/index.js');
  try {
    await prepare();
  } catch (error) {
    // A file that does not compile fails the tests that import it, not all the others.
    if (!existsSync(launchers)) throw error;
    console.error(error.message);
  }
  stopServices = await startServices(await import(launchers));
}
