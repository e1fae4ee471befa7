import { Readable } from 'node:stream';
import { randomUUID } from 'node:crypto';
import type { DreamReply, Replies } from '#contracts';
import { fromCloudEvent, verifyChain } from '#event-store';
import { eventually } from '#testing';
import { failedJob, proposalOf, TestStack } from './stack.fixture.js';

describe('the whole loop', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await TestStack.start();
    await stack.publishSkill('bash');
  }, 60_000);
  afterAll(() => stack.stop());

  it('turns reports of a recurring condition into one lesson that the agent is told', async () => {
    for (let n = 0; n < 10; n++) await stack.publish(failedJob('learner', `job-${n}`));
    for (let n = 0; n < 10; n++) await stack.recorded('learner', `job-${n}`);

    const dream = await stack.ask<DreamReply>('reflection.dream', {}, { agent: 'learner' });
    expect(dream.agents.learner?.trigger).toMatchObject({ status: 'reflection_created', signalJobs: 10 });

    const { lessons } = await stack.ask<Replies['ledger.lessons']>('ledger.lessons', {}, { agent: 'learner' });
    expect(lessons).toHaveLength(1);
    expect(lessons[0]).toMatchObject({ skill: 'bash', author: 'machine', state: 'in_lease' });
    expect(lessons[0]?.content).toMatch(/sudo/);
    expect(new Set(lessons[0]?.evidence.map(({ jobId }) => jobId)).size).toBeGreaterThanOrEqual(2);

    const view = await stack.view('learner', 'bash', (await stack.ask<Replies['ledger.head']>('ledger.head')).position);
    expect(view.content.startsWith('---\nname: bash\n')).toBe(true);
    expect(view.content).toContain('\n## Agent-specific additions\n');
    expect(view.lessons.map(({ lessonId }) => lessonId)).toEqual([lessons[0]?.lessonId]);

    const again = await stack.ask<DreamReply>('reflection.dream', {}, { agent: 'learner' });
    expect(again.agents.learner?.trigger).toEqual({ status: 'below_threshold', signalJobs: 0 });
  });

  it('tells another agent nothing of it', async () => {
    const view = await stack.view('somebody-else', 'bash');
    expect(view.lessons).toEqual([]);
    expect(view.content).not.toContain('Agent-specific');
  });

  it('retires at once, bans the meaning, and lets its opposite pass', async () => {
    const agent = 'banned';
    const content = 'When `sudo` is not found, run the command without it.';
    const [first] = (
      await stack.ask<Replies['ledger.propose']>('ledger.propose', proposalOf('bash', content), { agent })
    ).accepted;
    expect(first).toBeDefined();
    const { position } = await stack.ask<Replies['ledger.retire']>(
      'ledger.retire',
      { lessonId: first!.lessonId },
      { agent },
    );
    expect((await stack.view(agent, 'bash', position)).lessons).toEqual([]);

    for (const reworded of [
      'If sudo is missing from the machine, run the command directly.',
      'When the shell reports that sudo is not installed, leave sudo out of the command.',
    ]) {
      const reply = await stack.ask<Replies['ledger.propose']>(
        'ledger.propose',
        proposalOf('bash', reworded, { jobs: ['o1', 'o2'] }),
        { agent },
      );
      expect(reply.rejected).toMatchObject([{ reason: 'revoked_lesson', conflictsWith: first!.lessonId }]);
    }
    await expect(stack.ask('ledger.retire', { lessonId: first!.lessonId }, { agent })).rejects.toMatchObject({
      code: 'already_ended',
    });
  });

  it('answers the same round the same, and another body under its id not at all', async () => {
    const proposal = proposalOf('bash', 'When `tar` reports an unknown option, pass `-f` last.');
    const once = await stack.ask('ledger.propose', proposal, { agent: 'twice' });
    expect(await stack.ask('ledger.propose', proposal, { agent: 'twice' })).toEqual(once);
    await expect(stack.ask('ledger.propose', { ...proposal, proposals: [] }, { agent: 'twice' })).rejects.toMatchObject(
      { code: 'idempotency_mismatch' },
    );
  });

  it('delivers through lease and grace and not after, by the clock alone', async () => {
    const agent = 'patient';
    await stack.ask('ledger.propose', proposalOf('bash', 'If `jq` is not installed, read the file with `cat`.'), {
      agent,
    });
    const states = async (): Promise<string[]> => (await stack.view(agent, 'bash')).lessons.map(({ state }) => state);
    await eventually(async () => expect(await states()).toEqual(['in_lease']));
    await stack.ask('clock.advance', { byMs: 8 * 86_400_000 });
    expect(await states()).toEqual(['in_grace']);
    await stack.ask('clock.advance', { byMs: 7 * 86_400_000 });
    expect(await states()).toEqual([]);
    const { lessons } = await stack.ask<Replies['ledger.lessons']>('ledger.lessons', { state: 'dormant' }, { agent });
    expect(lessons).toHaveLength(1);
  });

  it('hides every lesson while learning is off, and shows them again', async () => {
    const agent = 'switched';
    const { position } = await stack.ask<Replies['ledger.add']>(
      'ledger.add',
      { skill: 'bash', content: '部署前不要运行 migrate。' },
      { agent },
    );
    expect((await stack.view(agent, 'bash', position)).lessons).toHaveLength(1);
    const off = await stack.ask<Replies['ledger.settings.set']>('ledger.settings.set', {
      key: 'brain.skill_learning_enabled',
      value: false,
    });
    expect((await stack.view(agent, 'bash', off.position)).lessons).toEqual([]);
    const on = await stack.ask<Replies['ledger.settings.set']>('ledger.settings.set', {
      key: 'brain.skill_learning_enabled',
      value: true,
    });
    expect((await stack.view(agent, 'bash', on.position)).lessons).toHaveLength(1);
  });

  it('says of the past what delivery said then, with the same bytes', async () => {
    const agent = 'remembered';
    const { position, lessonId } = await stack.ask<Replies['ledger.add']>(
      'ledger.add',
      { skill: 'bash', content: 'Before a deploy, take a backup.' },
      { agent },
    );
    const then = await stack.view(agent, 'bash', position);
    await stack.ask('ledger.retire', { lessonId }, { agent });
    const asOf = await stack.ask<Replies['ledger.asof']>('ledger.asof', { skill: 'bash', position }, { agent });
    expect(asOf.skills[0]?.content).toBe(then.content);
    expect(asOf.skills[0]?.contentHash).toBe(then.contentHash);
    expect(asOf.skills[0]?.events).toContain(position);
  });

  it('gives the log the same by HTTP and by NATS, and it verifies', async () => {
    const response = await stack.http('GET', '/v1/ledger/events?after=0', { role: 'auditor' });
    const lines = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const result = await verifyChain(Readable.from(lines));
    expect(result).toMatchObject({ verified: true, events: lines.length });
    const paged: unknown[] = [];
    for (let after = '0'; ;) {
      const page = await stack.ask<Replies['ledger.events']>('ledger.events', { after, limit: 7 });
      paged.push(...page.events);
      if (page.next === undefined || page.events.length === 0) break;
      after = page.events.at(-1)!.position;
    }
    expect(paged).toEqual(lines);
    expect(lines.every((line) => fromCloudEvent(line) !== undefined)).toBe(true);
  });

  it('tells refusals by code on both roads, each role being refused what is not its own', async () => {
    const lessonId = randomUUID();
    await expect(stack.ask('ledger.retire', { lessonId }, { agent: 'learner', as: 'runner' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(
      stack.ask('ledger.propose', proposalOf('bash', 'x'), { agent: 'learner', as: 'operator' }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    await expect(
      stack.ask('delivery.view', { skill: 'bash' }, { agent: 'learner', as: 'auditor' }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    await expect(stack.ask('ledger.lessons', {}, { agent: 'learner', as: 'nobody' })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await expect(stack.ask('ledger.retire', { lessonId }, { agent: 'learner', as: 'operator' })).rejects.toMatchObject({
      code: 'lesson_not_found',
    });
    await expect(stack.ask('ledger.lessons', {}, { agent: 'Learner' })).rejects.toMatchObject({
      code: 'invalid_agent',
    });
    await expect(stack.ask('ledger.add', '{not json', { agent: 'learner' })).rejects.toMatchObject({
      code: 'invalid_json',
    });
    expect((await stack.http('GET', '/v1/agents/learner/lessons', { role: 'runtime' })).status).toBe(403);
    expect(
      (await stack.http('GET', '/v1/agents/learner/lessons', { headers: { authorization: 'Bearer wrong' } })).status,
    ).toBe(401);
    expect((await stack.http('GET', '/v1/agents/Learner/lessons')).status).toBe(200);
    const unknown = await stack.http('GET', '/v1/nothing-here');
    expect([unknown.status, ((await unknown.json()) as { code: string }).code]).toEqual([404, 'not_found']);
  });

  it('answers an ETag that matches with 304', async () => {
    const first = await stack.http('GET', '/v1/agents/learner/skills/bash', { role: 'runtime' });
    const etag = first.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const second = await stack.http('GET', '/v1/agents/learner/skills/bash', {
      role: 'runtime',
      headers: { 'if-none-match': etag },
    });
    expect(second.status).toBe(304);
  });
});
