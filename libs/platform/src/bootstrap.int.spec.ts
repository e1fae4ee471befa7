import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Controller, Module, type OnModuleInit } from '@nestjs/common';
import type { KnownCredential, Replies, SetSetting, ViewRequest } from '#contracts';
import { Bus, Handles, provision, type RequestContext } from '#messaging';
import { testDatabase, testNats, type TestDatabase } from '#testing';
import { AppConfig, bootstrapApp, HttpRoutes, makeConfig, type RunningApp } from './index.js';

const known = (id: string, values: Partial<KnownCredential>): KnownCredential => ({
  id,
  role: 'operator',
  agents: ['*'],
  person: true,
  relaysPeople: false,
  reportsExposure: false,
  secretHash: createHash('sha256').update('open-sesame').digest('hex'),
  revoked: false,
  ...values,
});

@Controller()
class Handlers {
  @Handles('ledger.configuration')
  configuration(): Replies['ledger.configuration'] {
    const credentials = [known('olga', {}), known('agent', { role: 'runtime', agents: ['web'] })];
    return { position: '1', settings: [], credentials, clock: { mode: 'system', now: new Date().toISOString() } };
  }

  @Handles('delivery.view')
  view(body: ViewRequest, { agent }: RequestContext): Replies['delivery.view'] {
    const contentHash = `${agent}-${body.skill}`;
    if (body.ifNoneMatch === contentHash) return { notModified: true, contentHash, position: '7' };
    return { contentHash, position: '7' } as Replies['delivery.view'];
  }

  @Handles('delivery.file')
  file(body: object): object {
    return { ...body };
  }

  @Handles('delivery.lessons')
  lessons(body: object): object {
    return { ...body };
  }

  @Handles('ledger.settings.set')
  set(body: SetSetting, { by }: RequestContext): object {
    return { ...body, by };
  }

  @Handles('jobs.check')
  check(_body: object, { body }: RequestContext): object {
    return { checked: body };
  }

  @Handles('ledger.add')
  add(body: object): object {
    return { ...body };
  }
}

@Module({ controllers: [Handlers] })
class SpecModule implements OnModuleInit {
  constructor(private readonly routes: HttpRoutes) {}

  onModuleInit(): void {
    this.routes.add((fastify, { authenticate }) => {
      fastify.post('/v1/jobs', async (request, reply) => {
        const { id } = await authenticate(request);
        const bytes = (await buffer(request.body as Readable)).length;
        return reply.code(202).send({ id, bytes });
      });
    });
  }
}

describe('an app over HTTP', () => {
  let app: RunningApp;
  let database: TestDatabase;
  let bus: Bus;
  const nats = testNats();

  const call = (path: string, { token = 'olga', ...init }: RequestInit & { token?: string } = {}): Promise<Response> =>
    fetch(app.url + path, {
      ...init,
      headers: { authorization: `Bearer mrg.${token}.open-sesame`, ...(init.headers as Record<string, string>) },
    });

  beforeAll(async () => {
    database = await testDatabase('bootstrap');
    bus = await Bus.connect({ url: nats.url, name: 'spec', credential: 'svc-spec', prefix: nats.prefix });
    const MIB = 1024 * 1024;
    await provision(bus, { MARGINALIA_JOBS: MIB, MARGINALIA_WORK: MIB, MARGINALIA_DEADLETTERS: MIB });
    app = await bootstrapApp({ modules: [SpecModule], config: config(), http: { host: '127.0.0.1', port: 0 } });
  });
  const config = (): AppConfig =>
    makeConfig(AppConfig, {
      databaseUrl: database.url,
      natsUrl: nats.url,
      subjectPrefix: nats.prefix,
      credential: 'svc-spec',
      logLevel: 'silent',
    });
  afterAll(async () => {
    await app.close();
    const manager = await bus.manager();
    for await (const name of manager.streams.names(`${nats.prefix}.>`)) await manager.streams.delete(name);
    await bus.close();
    await database.drop();
  });

  it('serves operations with path, query and body in one', async () => {
    const set = await call('/v1/settings/brain.dreaming_task_cron', {
      method: 'PUT',
      body: JSON.stringify({ value: '0 6 * * *', key: 'ignored', actor: 'Olga' }),
      headers: { 'Idempotency-Key': 'k1' },
    });
    expect(await set.json()).toEqual({
      key: 'brain.dreaming_task_cron',
      value: '0 6 * * *',
      actor: 'Olga',
      idempotencyKey: 'k1',
      by: { credential: 'olga', role: 'operator', proven: true, label: 'Olga' },
    });
    const lessons = await call('/v1/agents/web/lessons-delivered?skills=bash', { token: 'agent' });
    expect(await lessons.json()).toEqual({ skills: ['bash'] });
    const added = await call('/v1/agents/web/lessons', { method: 'POST', body: '{"skill":"bash","content":"hi"}' });
    expect(added.status).toBe(201);
  });

  it('serves paths with a colon and with the rest of a path', async () => {
    const checked = await call('/v1/jobs:check', { method: 'POST', body: '{"jobId":"1"}' });
    expect(await checked.json()).toEqual({ checked: { jobId: '1' } });
    const file = await call('/v1/agents/web/skills/bash/files/references/a%20b.md', { token: 'agent' });
    expect(await file.json()).toEqual({ skill: 'bash', path: 'references/a b.md' });
  });

  it('tags what can be cached, and folds the case of agents', async () => {
    const first = await call('/v1/agents/WEB/skills/bash', { token: 'agent' });
    expect(first.headers.get('etag')).toBe('"web-bash"');
    const headers = { 'If-None-Match': 'W/"web-bash"' };
    const again = await call('/v1/agents/web/skills/bash', { token: 'agent', headers });
    expect(again.status).toBe(304);
    expect(again.headers.get('marginalia-position')).toBe('7');
    expect(await again.text()).toBe('');
  });

  it('answers every refusal as a problem', async () => {
    const codes = async (answers: Promise<Response>[]): Promise<unknown[]> =>
      Promise.all(
        (await Promise.all(answers)).map(async (answer) => {
          expect(answer.headers.get('content-type')).toContain('application/problem+json');
          return [answer.status, ((await answer.json()) as { code: string }).code];
        }),
      );
    const post = (body: string | Uint8Array): Promise<Response> =>
      call('/v1/agents/web/lessons', { method: 'POST', body: body as RequestInit['body'] });
    expect(
      await codes([
        call('/v1/nothing'),
        call('/nothing'),
        fetch(`${app.url}/v1/settings/x`, { method: 'PUT' }),
        call('/v1/agents/web/skills/bash', { token: 'nobody' }),
        call('/v1/agents/db/skills/bash', { token: 'agent' }),
        post('{'),
        post(Uint8Array.of(0xff)),
        post('{}'),
        post('x'.repeat(33 * 1024 * 1024)),
        call('/v1/%zz'),
      ]),
    ).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
      [401, 'unauthenticated'],
      [401, 'unauthenticated'],
      [403, 'forbidden'],
      [400, 'invalid_json'],
      [400, 'not_utf8'],
      [400, 'invalid_field'],
      [413, 'payload_too_large'],
      [400, 'invalid_field'],
    ]);
    expect((await call('/v1/jobs:check', { method: 'POST', body: '{}' })).status).toBe(200);
  });

  it('lets apps add routes that read the body as it comes', async () => {
    const answer = await call('/v1/jobs', { method: 'POST', body: 'x'.repeat(100_000) });
    expect(answer.status).toBe(202);
    expect(await answer.json()).toEqual({ id: 'olga', bytes: 100_000 });
  });

  it('turns away names and pages that are not its own', async () => {
    expect((await raw({ host: 'evil.example' })).statusCode).toBe(403);
    expect((await raw({ origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await raw({ origin: app.url })).statusCode).toBe(200);
  });
  const raw = (headers: Record<string, string>): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      httpRequest(`${app.url}/healthz`, { headers }, resolve).on('error', reject).end();
    });

  it('says how it is', async () => {
    expect(await (await fetch(`${app.url}/readyz`)).json()).toEqual({
      status: 'ok',
      parts: { nats: true, ledger: true, database: true },
    });
    expect(await (await fetch(`${app.url}/metrics`)).text()).toContain('process_cpu_seconds_total');
  });

  it('does not start on a database or a bus that is not prepared', async () => {
    const missing = { schema: 'x', name: '0001', sql: 'select 1' };
    await expect(bootstrapApp({ modules: [], config: config(), migrations: [missing] })).rejects.toThrow(
      'marginalia migrate',
    );
    const unprovisioned = makeConfig(AppConfig, { ...config(), subjectPrefix: `${nats.prefix}x` });
    await expect(bootstrapApp({ modules: [], config: unprovisioned })).rejects.toThrow('marginalia provision');
  });
});
