import type { LessonEvent, LessonView, Replies } from '#contracts';
import { DAY_MS, DreamingStack, jobIds } from './dreaming.fixture.js';

const WEEK_MS = 7 * DAY_MS;

let dreams: DreamingStack;
beforeAll(async () => {
  dreams = await DreamingStack.start();
}, 60_000);
afterAll(() => dreams.stop());

/** The one lesson of an agent that two jobs taught. */
async function learned(agent: string): Promise<LessonView> {
  await dreams.report(agent, jobIds(2));
  await dreams.dream(agent);
  const [lesson] = await dreams.lessons(agent);
  return lesson!;
}
async function lesson(agent: string, lessonId: string): Promise<{ lesson: LessonView; events: LessonEvent[] }> {
  return dreams.stack.ask<Replies['ledger.lesson']>('ledger.lesson', { lessonId }, { agent });
}
const docket = async (agent: string): Promise<Replies['ledger.docket']['docket']> =>
  (await dreams.stack.ask<Replies['ledger.docket']>('ledger.docket', {}, { agent })).docket;
const from = async (ms: number): Promise<string> => new Date((await dreams.now()) + ms).toISOString();

describe('the review of a docket', () => {
  it('has nothing to do while no lesson is due', async () => {
    await learned('fresh');
    expect((await dreams.dream('fresh')).review).toEqual({ status: 'nothing_due' });
  });

  it('leaves what no evidence speaks of, until grace is over and it is dormant', async () => {
    const agent = 'unmet';
    const { lessonId } = await learned(agent);
    await dreams.advance(6 * DAY_MS);
    expect(await docket(agent)).toMatchObject([{ lessonId, due: ['lease_due'] }]);
    expect((await dreams.dream(agent)).review).toEqual({
      status: 'skipped',
      reason: 'maintainer_unset',
      renewed: 0,
      obsoleted: 0,
      lapsed: 0,
      stayed: 1,
    });
    expect(await docket(agent)).toMatchObject([{ lessonId }]);

    const states: string[] = [];
    for (const step of [0, DAY_MS, WEEK_MS - 1, 1]) {
      await dreams.advance(step);
      states.push((await lesson(agent, lessonId)).lesson.state);
    }
    expect(states).toEqual(['in_lease', 'in_grace', 'in_grace', 'dormant']);
    // By the clock alone: the log has nothing of it.
    expect(await dreams.events(agent)).toEqual(['lesson.created', 'round.closed']);
    expect(await docket(agent)).toMatchObject([{ lessonId, state: 'dormant' }]);
  });

  it('revives a dormant lesson that is proposed again', async () => {
    const agent = 'unmet';
    const [before] = await dreams.lessons(agent);
    await dreams.report(agent, jobIds(2, 'again'));
    await dreams.dream(agent);
    const last = (await dreams.rounds(agent)).at(-1);
    expect(last).toMatchObject({
      outcome: 'learned',
      candidates: [{ outcome: 'revived', lessonId: before?.lessonId }],
    });
    const { lesson: now, events } = await lesson(agent, before!.lessonId);
    expect(now).toMatchObject({ state: 'in_lease', leaseEnd: await from(WEEK_MS), createdAt: before?.createdAt });
    expect(events.map(({ type }) => type)).toEqual(['lesson.created', 'lesson.renewed']);
    expect(events.at(-1)?.data).toMatchObject({
      basis: 'revived',
      evidence: [{ jobId: 'again-00' }, { jobId: 'again-01' }],
    });
    expect(await dreams.lessons(agent)).toHaveLength(1);
  });

  it('renews what was met again, citing the jobs that met it', async () => {
    const agent = 'met';
    const { lessonId } = await learned(agent);
    await dreams.advance(6 * DAY_MS);
    for (const jobId of jobIds(2, 'again'))
      await dreams.stack.ask('delivery.view', { skill: 'bash', jobId }, { agent });
    await dreams.report(agent, jobIds(2, 'again'));
    const { trigger, review } = await dreams.dream(agent);
    expect(trigger.status).toBe('reflection_created');
    expect(review).toMatchObject({ renewed: 1, obsoleted: 0, stayed: 0 });
    expect((await dreams.rounds(agent)).at(-1)?.candidates).toMatchObject([{ outcome: 'refused' }]);
    const { lesson: now, events } = await lesson(agent, lessonId);
    expect(now).toMatchObject({
      state: 'in_lease',
      leaseEnd: await from(WEEK_MS),
      renewals: 1,
      unconfirmedRenewals: 0,
    });
    expect(events.at(-1)).toMatchObject({
      type: 'lesson.renewed',
      data: { basis: 'evidence', evidence: [{ jobId: 'again-00' }, { jobId: 'again-01' }] },
    });
    expect(await docket(agent)).toEqual([]);
  });

  it('does not renew by jobs of which nobody knows what they were told', async () => {
    const agent = 'untold';
    await learned(agent);
    await dreams.advance(6 * DAY_MS);
    await dreams.report(agent, jobIds(2, 'again'));
    const { trigger, review } = await dreams.dream(agent);
    expect(trigger.status).toBe('reflection_created');
    expect(review).toMatchObject({ renewed: 0, stayed: 1 });
  });

  it('does not renew twice on what was met once', async () => {
    const agent = 'met';
    await dreams.advance(6 * DAY_MS);
    expect((await dreams.dream(agent)).review).toMatchObject({ renewed: 0, stayed: 1 });
  });

  it('keeps what the changed skill does not say on the docket', async () => {
    const agent = 'uncovered';
    const { lessonId } = await learned(agent);
    await dreams.stack.publishSkill('bash', '# Bash\n\nTwo steps at a time.\n');
    expect(await docket(agent)).toMatchObject([{ lessonId, due: ['skill_changed'] }]);
    expect((await dreams.dream(agent)).review).toMatchObject({ obsoleted: 0, stayed: 1 });
  });

  it('ends what the skill now says itself, with that sentence as the note', async () => {
    const agent = 'covered';
    const { lessonId, content } = await learned(agent);
    const { position } = await dreams.stack.publishSkill('bash', `# Bash\n\nOne step at a time. ${content}\n`);
    expect(await docket(agent)).toMatchObject([{ lessonId, due: ['skill_changed'] }]);
    expect((await dreams.dream(agent)).review).toMatchObject({ renewed: 0, obsoleted: 1, stayed: 0 });
    const { lesson: now, events } = await lesson(agent, lessonId);
    expect(now.state).toBe('obsoleted');
    expect(events.at(-1)).toMatchObject({
      type: 'lesson.obsoleted',
      data: { note: `The skill now says: ${content}` },
    });
    expect(await docket(agent)).toEqual([]);
    expect((await dreams.stack.view(agent, 'bash', position)).content).not.toContain('Agent-specific');
  });
});
