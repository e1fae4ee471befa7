import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { testFolder } from '#testing';
import { up } from './local-stack.fixture.js';

const ROOT = resolve(import.meta.dirname, '../..');

/** `nats -s URL request SUBJECT BODY`, for machines without the client: what it prints is the reply. */
const NATS_CLIENT = `#!${process.execPath}
import { connect } from '${join(ROOT, 'node_modules/nats/index.js')}';
const [, , , server, , subject, body] = process.argv;
const { hostname, port, username, password } = new URL(server);
const client = await connect({ servers: hostname + ':' + port, user: username, pass: decodeURIComponent(password) });
const reply = await client.request(subject, body, { timeout: 10_000 });
console.log(reply.string());
await client.close();
`;

/** The shell blocks of the tour, as a reader would type them. */
function tour(): string {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const section = readme.split('## A tour of five minutes')[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n');
}

describe('the tour of the README', () => {
  const folder = testFolder();
  const home = join(folder.path, 'home');
  afterAll(() => folder.remove());

  it('works word for word', async () => {
    const bin = join(folder.path, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'nats.mjs'), NATS_CLIENT);
    writeFileSync(join(bin, 'nats'), `#!/bin/sh\nexec '${process.execPath}' '${join(bin, 'nats.mjs')}' "$@"\n`);
    chmodSync(join(bin, 'nats'), 0o755);
    const stack = await up(home);

    // Files of the tour must not land in the checkout, but npx must find it.
    const script = `cd '${ROOT}'; set -eu\n${tour().replaceAll('log.jsonl', join(folder.path, 'log.jsonl'))}`;
    const child = spawn('bash', ['-c', script], {
      env: { ...process.env, NODE_OPTIONS: '', MARGINALIA_HOME: home, PATH: `${bin}:${process.env.PATH ?? ''}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise<number | null>((ended) => child.on('close', ended));
    stack.child.kill('SIGTERM');
    await stack.done;

    if (code !== 0) throw new Error(`the tour ended with ${code}:\n${output.slice(-3000)}`);
    expect(output.match(/"stream": ?"MARGINALIA_JOBS"/g)).toHaveLength(10);
    expect(output).toContain('reflection_created');
    expect(output).toContain('## Agent-specific additions');
    expect(output).toMatch(/retired [0-9a-f-]{36}/);
    expect(output).toMatch(/verified: \d+ events/);
    expect(output.trimEnd().endsWith('One command at a time.')).toBe(true);
  }, 120_000);
});
