import { eventually } from '#testing';
import { ingestionFixture, report, type IngestionFixture } from '../ingestion.fixture.js';

let f: IngestionFixture;
beforeAll(async () => {
  f = await ingestionFixture('limits', {
    allowShortSubjects: false,
    reportsPerSecond: 20,
    reportBurst: 5,
    reportBudgetMs: 50,
  });
});
afterAll(() => f.close());

const recorded = (jobId: string) =>
  eventually(async () => expect(await f.ask('jobs.status', { jobId }, 'alpha')).toMatchObject({ status: 'recorded' }));

describe('over the rate of a credential', () => {
  it('the bus delays and never refuses', async () => {
    const reports = Array.from({ length: 15 }, () => report());
    for (const one of reports) await f.publish(one);
    for (const { jobId } of reports) await recorded(jobId);
    expect((await f.ask('evidence.deadletters')).deadLetters).toEqual([]);
  });

  it('HTTP says when to come again', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => f.post(JSON.stringify(report()))));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused[0]!.json()).toMatchObject({ code: 'rate_limited' });
  });
});

describe('short subjects', () => {
  it('are nobody where there is no local start', async () => {
    const one = report();
    await f.bus.jetstream.publish(f.bus.subjects.verb('jobs.finished', 'alpha'), JSON.stringify(one));
    await eventually(async () =>
      expect(await f.ask('jobs.status', { jobId: one.jobId }, 'alpha')).toMatchObject({
        status: 'refused',
        code: 'unauthenticated',
      }),
    );
  });
});

describe('a hostile report', () => {
  it('is too costly, and the others go on', async () => {
    // As many secrets as a message of the bus can hold: far over this file's budget on any machine.
    const output = 'token=a1B2c3D4e5F6g7H8 '.repeat(11_000);
    const items = Array.from({ length: 7 }, () => ({ type: 'command' as const, command: output, exitCode: 1, output }));
    const before = [report(), report()];
    const after = [report(), report()];
    for (const one of [...before, report({ items }), ...after]) await f.publish(one, { credential: 'narrow' });
    for (const { jobId } of [...before, ...after]) await recorded(jobId);
    await eventually(async () => {
      const { deadLetters } = await f.ask('evidence.deadletters', { limit: 1 });
      expect(deadLetters).toMatchObject([{ code: 'too_costly', agent: 'alpha', body: null }]);
    });
  });
});
