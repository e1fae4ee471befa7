import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import { eventually, testFolder } from '#testing';
import { Bus, provision, PullConsumer } from './index.js';
import { SMALL } from './streams.fixture.js';

describe('a NATS server that is killed and comes back', () => {
  const folder = testFolder();
  let port: number;
  let server: ChildProcess;

  const startServer = (): void => {
    const args = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder.path];
    server = spawn(process.env.MARGINALIA_TEST_NATS_SERVER ?? 'nats-server', args, { stdio: 'ignore' });
  };
  const killServer = async (): Promise<void> => {
    server.kill('SIGKILL');
    await once(server, 'exit');
  };

  beforeAll(async () => {
    Logger.overrideLogger(false);
    port = await freePort();
    startServer();
  });
  afterAll(async () => {
    await killServer();
    folder.remove();
  });

  it('has kept what was acknowledged, and consumers go on by themselves', async () => {
    const url = `nats://127.0.0.1:${port}`;
    const bus = await eventually(() => Bus.connect({ url, name: 'spec', credential: 'svc-spec' }));
    await provision(bus, SMALL);
    const seen: string[] = [];
    const consumer = new PullConsumer(bus, {
      stream: 'MARGINALIA_JOBS',
      durable: 'ingestion',
      handle: (messages) => {
        seen.push(...messages.map(({ data }) => Buffer.from(data).toString()));
        return Promise.resolve(messages.map(() => 'ack' as const));
      },
      recordDeadLetter: () => Promise.resolve(undefined),
    });
    consumer.start();
    const publish = (body: string): Promise<unknown> =>
      bus.jetstream.publish(bus.subjects.verb('jobs.finished', 'web'), body);
    await publish('before');
    await eventually(() => expect(seen).toEqual(['before']));

    await killServer();
    await eventually(() => expect(bus.connected).toBe(false));
    startServer();
    await eventually(() => expect(bus.connected).toBe(true));
    await eventually(() => publish('after'));
    await eventually(() => expect(seen).toContain('after'), { timeoutMs: 20_000 });

    await consumer.stop();
    await bus.close();
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
