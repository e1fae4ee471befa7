import { createHash } from 'node:crypto';
import type { EvidenceRecord, Item } from '#contracts';
import { bundleOf, type BatchJob } from './bundle.js';
import { fittedRecords } from './fitted-records.js';

const call = (at: number, output = 'no'): Item => ({ type: 'command', command: `x${at}`, exitCode: 1, output });

function job(items: Item[], more: Partial<EvidenceRecord> = {}, waiting = false): BatchJob {
  const digests = items.map((item) => createHash('sha256').update(JSON.stringify(item)).digest());
  const record: EvidenceRecord = {
    agent: 'a',
    jobId: 'j',
    status: 'failed',
    title: 't',
    task: 'task',
    startedAt: '2026-11-30T10:00:00.000Z',
    finishedAt: '2026-11-30T10:01:00.000Z',
    recordedAt: '2026-11-30T10:02:00.000Z',
    origin: 'o',
    skills: [],
    lessonsSeen: [],
    items,
    firstItem: 0,
    credential: 'c',
    relaysPeople: false,
    reportsExposure: false,
    signals: ['failed_call'],
    calls: items.flatMap((item, at) =>
      item.type === 'command' ? [{ item: at, class: 'fault' as const, counts: true }] : [],
    ),
    humanMessages: [],
    notHuman: [],
    lessonsFound: [],
    ...more,
  };
  return { record, itemDigests: Buffer.concat(digests), waiting };
}

describe('bundle', () => {
  const items = [call(0), call(1), call(2)];
  const citable = (jobs: BatchJob[]) => bundleOf(jobs).map(({ calls }) => calls.map(({ item }) => item));

  it('holds of a tail only what is new, and all of a job that joined', () => {
    expect(citable([job(items, { firstItem: 2 })])).toEqual([[2]]);
    expect(citable([job(items, { firstItem: 2 }, true)])).toEqual([[0, 1, 2]]);
  });

  it('holds two parts of one job as one', () => {
    expect(citable([job(items.slice(0, 2)), job(items, { firstItem: 2 }), job(items, { jobId: 'k' })])).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ]);
  });

  it('names each item by its digest', () => {
    const [one] = bundleOf([job(items)]);
    expect(one!.calls[1]!.digest).toBe(createHash('sha256').update(JSON.stringify(items[1])).digest('hex'));
  });
});

describe('records that must fit a message', () => {
  const size = (jobs: BatchJob[]) => Buffer.byteLength(JSON.stringify(jobs.map(({ record }) => record)));

  it('stay as they are when they do', () => {
    const jobs = [job([call(0)]), job([call(1)])];
    expect(fittedRecords(jobs, 10_000)).toEqual(jobs);
  });

  it('give up the middle of long texts, the largest first', () => {
    const [small, large] = [job([call(0, 'short')]), job([call(0, `start${'·'.repeat(50_000)}end`)])];
    const fitted = fittedRecords([large, small], 20_000);
    expect(size(fitted)).toBeLessThanOrEqual(20_000);
    expect(fitted[1]).toEqual(small);
    expect(fitted[0]!.record.items[0]).toMatchObject({ output: expect.stringMatching(/^start·+…·+end$/) as string });
  });

  it('keep the index of every item, and what lies near a finding', () => {
    const quiet = Array.from({ length: 2_000 }, (): Item => ({
      type: 'message',
      role: 'assistant',
      text: 'thinking '.repeat(20),
    }));
    const [fitted] = fittedRecords([job([...quiet, call(2_000), ...quiet])], 70_000);
    const { items } = fitted!.record;
    expect(items[2_000]).toEqual(call(2_000));
    expect(items[1_995]).toMatchObject({ type: 'message' });
    expect(items[5]).toEqual({ type: 'compaction' });
    expect(size([fitted!])).toBeLessThanOrEqual(70_000);
  });

  it('are left out when nothing helps', () => {
    expect(fittedRecords([job([call(0)])], 100)).toEqual([]);
  });

  it('never end inside a character', () => {
    const [fitted] = fittedRecords([job([call(0, '🙂'.repeat(30_000))])], 8_000);
    expect(JSON.stringify(fitted)).not.toMatch(/\\ud[89a-f]/);
  });
});
