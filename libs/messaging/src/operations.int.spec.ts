import { Controller } from '@nestjs/common';
import { headers, type Msg } from 'nats';
import { Refusal, type AddLesson, type Problem, type Replies } from '#contracts';
import { testNats } from '#testing';
import { ledgerOf, LedgerState, startBus, type RunningBus } from './bus.fixture.js';
import { Handles, ServiceClient, traceparent, type RequestContext } from './index.js';

@Controller()
class Echo {
  @Handles('ledger.add')
  add(body: AddLesson, context: RequestContext): Promise<Replies['ledger.add']> {
    if (body.content === 'refuse') throw new Refusal('duplicate_lesson', 'as asked', { conflictsWith: 'x' });
    if (body.content === 'break') throw new Error('secret detail');
    const { agent, by } = context;
    return Promise.resolve({ lessonId: JSON.stringify({ agent, by, body, trace: traceparent() }), position: '1' });
  }

  @Handles('reflection.dream')
  all(): object {
    return { agents: { all: true } };
  }

  @Handles('reflection.dreamAgent')
  one(_body: object, { agent }: RequestContext): object {
    return { agents: { [agent!]: true } };
  }

  @Handles('evidence.due')
  due(): Replies['evidence.due'] {
    return { agents: [] };
  }
}

describe('operations on the bus', () => {
  let running: RunningBus;
  const request = (subject: string, body: string | Uint8Array = '', options: object = {}): Promise<Msg> =>
    running.bus.connection.request(subject, body, { timeout: 5_000, ...options });
  const refusal = async (subject: string, body: string | Uint8Array = ''): Promise<Problem> => {
    const message = await request(subject, body);
    const problem = message.json<Problem>();
    expect(message.headers?.get('Nats-Service-Error')).toContain(problem.code);
    expect(message.headers?.get('Nats-Service-Error-Code')).toBe(String(problem.status));
    return problem;
  };
  const as = (verb: string, agent?: string): string => running.bus.subjects.as('olga', verb, agent);
  const lesson = (content: string): string => JSON.stringify({ skill: 'bash', content, unknown: 1, actor: 'Olga' });

  beforeAll(async () => {
    running = await startBus(testNats(), [Echo, ledgerOf(new LedgerState())]);
  });
  afterAll(() => running.close());

  it('answers by both forms of the subject and says who asks', async () => {
    const proven = (await request(as('ledger.add', 'web-1'), lesson('hi'))).json<{ lessonId: string }>();
    expect(JSON.parse(proven.lessonId)).toEqual({
      agent: 'web-1',
      by: { credential: 'olga', role: 'operator', proven: true, label: 'Olga' },
      body: { skill: 'bash', content: 'hi', actor: 'Olga' },
    });
    const local = (await request(running.bus.subjects.verb('ledger.add', 'db'), lesson('hi'))).json<{
      lessonId: string;
    }>();
    expect(JSON.parse(local.lessonId)).toMatchObject({ agent: 'db', by: { credential: 'local', proven: false } });
  });

  it('tells a verb for all agents from the same verb for one', async () => {
    expect((await request(running.bus.subjects.verb('reflection.dream'))).json()).toEqual({ agents: { all: true } });
    expect((await request(as('reflection.dream', 'web'))).json()).toEqual({ agents: { web: true } });
  });

  it('refuses roles, agents, deployments and strangers that may not', async () => {
    expect(await refusal(as('evidence.due'))).toMatchObject({ code: 'forbidden', status: 403 });
    expect(await refusal(as('ledger.add', 'db'), lesson('hi'))).toMatchObject({ code: 'forbidden' });
    expect(await refusal(as('ledger.add', 'Not-One'), lesson('hi'))).toMatchObject({ code: 'invalid_agent' });
    expect(await refusal(as('reflection.dream'))).toMatchObject({ code: 'forbidden' });
    const stranger = running.bus.subjects.as('nobody', 'ledger.add', 'web');
    expect(await refusal(stranger, lesson('hi'))).toMatchObject({ code: 'unauthenticated', status: 401 });
  });

  it('answers malformed bodies with their code and goes on', async () => {
    const subject = as('ledger.add', 'web');
    expect(await refusal(subject, '{')).toMatchObject({ code: 'invalid_json' });
    expect(await refusal(subject, '[]')).toMatchObject({ code: 'invalid_json' });
    expect(await refusal(subject, '['.repeat(100_000))).toMatchObject({ code: 'invalid_json' });
    expect(await refusal(subject, Uint8Array.of(0x7b, 0xff, 0x7d))).toMatchObject({ code: 'not_utf8' });
    expect(await refusal(subject, '{"__proto__":{"skill":"bash"},"constructor":1}')).toMatchObject({
      code: 'invalid_field',
    });
    const fields = await refusal(subject, '{"skill":"Bad Name","content":3,"from":{"roundId":"x","candidate":0}}');
    expect(fields.code).toBe('invalid_field');
    expect(fields.errors?.map(({ path }) => path)).toEqual(['skill', 'content', 'from.roundId']);
    expect((await request(subject, lesson('hi'))).json()).toMatchObject({ position: '1' });
  });

  it('passes a refusal on whole and keeps a fault to itself', async () => {
    expect(await refusal(as('ledger.add', 'web'), lesson('refuse'))).toMatchObject({
      code: 'duplicate_lesson',
      detail: 'as asked',
      conflictsWith: 'x',
    });
    const fault = await refusal(as('ledger.add', 'web'), lesson('break'));
    expect(fault).toMatchObject({ code: 'internal_error', status: 500 });
    expect(JSON.stringify(fault)).not.toContain('secret');
  });

  it('answers below an inbox only', async () => {
    const { connection, subjects } = running.bus;
    const heard: string[] = [];
    connection.subscribe(subjects.verb('elsewhere'), { callback: (_error, message) => heard.push(message.subject) });
    connection.publish(as('ledger.add', 'web'), lesson('hi'), { reply: subjects.verb('elsewhere') });
    await request(as('ledger.add', 'web'), lesson('hi'));
    expect(heard).toEqual([]);
  });

  it('shows its verbs to the tools of the services protocol', async () => {
    const names: string[] = [];
    for await (const info of await running.bus.connection.services.client().info('marginalia-reflection')) {
      if (info.endpoints.some(({ subject }) => subject.includes(running.bus.subjects.prefix))) {
        names.push(...info.endpoints.map(({ name }) => name));
      }
    }
    expect(names).toContain('reflection-dream');
  });

  it('asks as its own credential and gets refusals thrown', async () => {
    const client = running.app.get(ServiceClient);
    expect(await client.ask('evidence.due', { body: { minUnread: 1, limit: 1 } })).toEqual({ agents: [] });
    await expect(client.ask('evidence.due', { body: {} })).rejects.toMatchObject({
      problem: {
        code: 'invalid_field',
        errors: expect.arrayContaining([expect.objectContaining({ path: 'minUnread' })]),
      },
    });
  });

  it('hands the trace of a request to what its handler asks', async () => {
    const trace = headers();
    trace.set('Traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
    const reply = (await request(as('ledger.add', 'web'), lesson('hi'), { headers: trace })).json<{
      lessonId: string;
    }>();
    expect(JSON.parse(reply.lessonId)).toMatchObject({ trace: trace.get('Traceparent') });
  });

  it('says unavailable when nobody serves the verb', async () => {
    const client = running.app.get(ServiceClient);
    await expect(client.ask('delivery.health', { timeoutMs: 200 })).rejects.toMatchObject({
      problem: { code: 'unavailable' },
    });
  });
});

describe('a deployment without short subjects', () => {
  it('refuses those who name no credential', async () => {
    const running = await startBus(testNats(), [Echo, ledgerOf(new LedgerState())], { allowShortSubjects: false });
    const message = await running.bus.connection.request(running.bus.subjects.verb('reflection.dream'));
    expect(message.json()).toMatchObject({ code: 'unauthenticated' });
    await running.close();
  });
});
