import { ReadingPool } from './reading.pool.js';

const options = { now: new Date('2026-11-30T12:00:00.000Z'), countMcpFailures: false };
const report = (jobId: string, items: unknown[] = []) =>
  Buffer.from(
    JSON.stringify({
      jobId, agent: 'desk', status: 'succeeded', title: 't', task: 't', items,
      startedAt: '2026-11-30T10:00:00.000Z', finishedAt: '2026-11-30T10:01:00.000Z',
    }),
  ); // prettier-ignore

describe('ReadingPool', () => {
  let pool: ReadingPool;
  afterEach(() => pool.close());

  it('reads reports in workers, each answer to its own', async () => {
    pool = new ReadingPool({ size: 2 });
    const results = await Promise.all(Array.from({ length: 200 }, (_, at) => pool.read(report(`job-${at}`), options)));
    expect(results.map((result) => result.ok && result.report.jobId)).toEqual(results.map((_, at) => `job-${at}`));
  });

  it('leaves the bytes it was given whole, also a view on a larger buffer', async () => {
    pool = new ReadingPool();
    const large = Buffer.concat([Buffer.from('xxx'), report('a'), Buffer.from('yyy')]);
    expect(await pool.read(large.subarray(3, -3), options)).toMatchObject({ ok: true });
    expect(large.subarray(0, 4).toString()).toBe('xxx{');
  });

  it('gives up a report over its budget, and reads those that waited behind it', async () => {
    pool = new ReadingPool({ budgetMs: 20, checkMs: 2 });
    await pool.read(report('warm'), options);
    // Far over the budget on any machine: the limits of a report, full of what every rule looks at.
    const output = 'error: connection password=a "token": x '.repeat(6_000);
    const items = Array.from({ length: 30 }, () => ({ type: 'command', command: output, exitCode: 1, output }));
    const [costly, ...others] = await Promise.all([
      pool.read(report('costly', items), options),
      ...Array.from({ length: 20 }, (_, at) => pool.read(report(`job-${at}`), options)),
    ]);
    expect(costly).toMatchObject({ ok: false, problem: { code: 'too_costly' } });
    expect(others.every((result) => result.ok)).toBe(true);
  });

  it('starts again after it had nothing to do', async () => {
    pool = new ReadingPool({ idleMs: 1 });
    await pool.read(report('one'), options);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await pool.read(report('two'), options)).toMatchObject({ ok: true });
  });

  it('rejects what it can no longer read', async () => {
    pool = new ReadingPool();
    const waiting = pool.read(report('one'), options);
    const closed = expect(waiting).rejects.toThrow('closed');
    await pool.close();
    await closed;
    await expect(pool.read(report('two'), options)).rejects.toThrow('closed');
  });
});
