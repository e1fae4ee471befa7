import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { LogCloudEvent } from '#contracts';
import { verifyChain } from '#event-store';
import { SECRET, TestLedgerApp } from '../ledger.fixture.js';

const START = '2026-11-01T05:00:00.000Z';

describe('audit', () => {
  let ledger: TestLedgerApp;
  let lessonId: string;
  let added: string;
  beforeAll(async () => {
    ledger = await TestLedgerApp.start('audit', { clock: 'simulated', clockStart: START });
    await ledger.publishSkill('bash');
    await ledger.publishSkill('tar');
    ({ lessonId, position: added } = await ledger.ask(
      'ledger.add',
      { skill: 'bash', content: 'Check the disk before you unpack.' },
      { agent: 'aria' },
    ));
    await ledger.ask('ledger.add', { skill: 'bash', content: 'Ask before you push.' }, { agent: 'other' });
    await ledger.ask('tokens.issue', { credential: 'narrow', role: 'auditor', agents: ['aria'] }, { as: 'admin' });
  });
  afterAll(() => ledger.stop());

  const linesOf = (text: string): LogCloudEvent[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as LogCloudEvent);

  it('pages through the log, and what it gives verifies', async () => {
    const events: LogCloudEvent[] = [];
    for (let after: string | undefined = '0'; after !== undefined;) {
      const page: { events: LogCloudEvent[]; next?: string } = await ledger.ask('ledger.events', { after, limit: 2 });
      events.push(...page.events);
      after = page.next;
    }
    const { position } = await ledger.ask('ledger.head');
    expect(events.map((event) => event.position)).toEqual(events.map((_, n) => String(n + 1)));
    expect(String(events.length)).toBe(position);
    expect(await verifyChain(events)).toMatchObject({ verified: true, events: events.length });
  });

  it('filters by agent, skill and type', async () => {
    const typesOf = async (filter: object): Promise<string[]> =>
      (await ledger.ask('ledger.events', { after: '0', ...filter })).events.map(
        ({ type, subject }) => `${subject} ${type}`,
      );
    expect(await typesOf({ agent: 'aria' })).toEqual(['lesson/aria/bash marginalia.lesson.created.v1']);
    expect(await typesOf({ skill: 'tar' })).toEqual(['skill/tar marginalia.skill.published.v1']);
    expect(await typesOf({ type: 'lesson.created', until: added })).toHaveLength(1);
    expect(await typesOf({ agent: 'aria', skill: 'bash' })).toHaveLength(2);
  });

  it('shows a narrow credential its agents, and nothing about access', async () => {
    const { events } = await ledger.ask('ledger.events', { after: '0' }, { as: 'narrow' });
    expect(events.map(({ subject }) => subject)).toEqual(['skill/bash', 'skill/tar', 'lesson/aria/bash']);
  });

  it('streams the log as JSON Lines, zipped when asked', async () => {
    const plain = await ledger.http('/ledger/events', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-type')).toContain('application/x-ndjson');
    const events = linesOf(await plain.text());
    expect(await verifyChain(events)).toMatchObject({ verified: true });
    const zipped = await ledger.http('/ledger/events?after=2&limit=3', { headers: { 'accept-encoding': 'gzip' } });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(linesOf(await zipped.text())).toEqual(events.slice(2, 5));
    expect((await ledger.http('/ledger/events', {}, 'runner')).status).toBe(403);
    expect((await ledger.http('/ledger/events', {}, 'nobody')).status).toBe(401);
    expect((await ledger.http('/ledger/events?after=x')).status).toBe(400);
  });

  it('says what an agent was told at a position and at a time, and by which events', async () => {
    const now = await ledger.ask('ledger.asof', { skill: 'bash' }, { agent: 'aria' });
    expect(now.skills[0]?.content).toContain('- [2026-11-01, human] Check the disk before you unpack.\n');
    expect(now.skills[0]?.events).toContain(added);
    const before = String(BigInt(added) - 1n);
    const then = await ledger.ask('ledger.asof', { skill: 'bash', position: before }, { agent: 'aria' });
    expect(then.skills[0]).toMatchObject({ lessons: [], skillHash: now.skills[0]?.skillHash });
    expect(await ledger.ask('ledger.asof', { at: '2026-10-01T00:00:00Z' }, { agent: 'aria' })).toMatchObject({
      skills: [],
    });
    expect(await ledger.refusal('ledger.asof', { position: '999' }, { agent: 'aria' })).toBe('value_out_of_range');
  });

  it('sends events as they come to who follows, without a gap', async () => {
    // A connection of its own: the pool of `fetch` would open another one in its place when this one is cut.
    const request = get(`${ledger.app.url}/v1/stream?after=0`, {
      agent: false,
      headers: { authorization: `Bearer mrg.operator.${SECRET}` },
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks = response.setEncoding('utf8')[Symbol.asyncIterator]();
    const until = async (wanted: string): Promise<string> => {
      let seen = '';
      while (!seen.includes(wanted)) seen += String((await chunks.next()).value);
      return seen;
    };
    expect(await until(`id: ${added}\n`)).toContain('event: skill.published');
    const { position } = await ledger.ask('ledger.retire', { lessonId }, { agent: 'aria' });
    expect(await until(`id: ${position}\n`)).toContain('event: lesson.retired');
    request.destroy();
  });

  it('answers with what is new enough, or says that it is not', async () => {
    const { position } = await ledger.ask('ledger.head');
    expect((await ledger.ask('ledger.lessons', { minPosition: position }, { agent: 'aria' })).position).toBe(position);
    const far = String(BigInt(position) + 5n);
    expect(await ledger.refusal('ledger.lessons', { minPosition: far }, { agent: 'aria' })).toBe('position_timeout');
  });
});
