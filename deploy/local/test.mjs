#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { launch, prepare, root } from './prepare.mjs';

await launch(async () => {
  await prepare();
  // As arguments of node, not in NODE_OPTIONS: jest hands them to its workers, while programs under test do not inherit them.
  const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const child = spawn(process.execPath, [...node, jest, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
  // A Ctrl-C reaches jest too; it stops its services, and we wait for it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.exitCode = await new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve(code ?? 1));
  });
});
