import { renderSkill } from '#domain';

import { readReport, type ReadReport } from './read-report.js';

const options = { now: new Date('2026-11-30T12:00:00.000Z'), agent: 'desk', countMcpFailures: false };
const report = {
  jobId: 'job-1', agent: 'desk', status: 'failed', title: 'Report', task: 'Build  the REPORT',
  startedAt: '2026-11-30T10:00:00.000Z', finishedAt: '2026-11-30T10:01:00.000Z',
  items: [
    { type: 'message', role: 'user', text: 'Build the report' },
    { type: 'command', command: 'PGPASSWORD=hunter2 psql', exitCode: 2, output: 'psql: error' },
    { type: 'message', role: 'user', text: 'use the staging copy' },
  ],
}; // prettier-ignore
const read = async (value: object) => (await readReport(Buffer.from(JSON.stringify(value)), options)) as ReadReport;

describe('readReport', () => {
  it('gives the redacted report with all that was read in it', async () => {
    const result = await read(report);
    expect(result).toMatchObject({
      ok: true,
      findings: {
        signals: ['failed_call', 'human_message'],
        calls: [{ item: 1, class: 'fault', counts: true }],
        humanMessages: [{ item: 2, human: 'presumed' }],
        lessonsFound: [],
      },
      redactions: { password: 1 },
      unknownFields: [],
    });
    expect(JSON.stringify(result)).not.toContain('hunter2');
    expect(result.itemDigests).toHaveLength(3);
    expect(result.itemDigests[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  it('gives the same digests whatever the order of fields, and one folded task for like tasks', async () => {
    const turned = report.items.map((item) => Object.fromEntries(Object.entries(item).reverse()));
    const one = await read(report);
    const other = await read({ ...report, task: 'build the report', items: turned });
    expect(other.itemDigests).toEqual(one.itemDigests);
    expect(other.foldedTask).toBe(one.foldedTask);
  });

  it('cuts what we delivered before anything else is read', async () => {
    const note = {
      content: 'When psql fails, say "Connection refused".',
      author: 'machine' as const,
      createdAt: '2026-11-29T00:00:00.000Z',
    };
    const output = renderSkill('---\nname: bash\ndescription: x\n---\nbash: foo: command not found\n', [note]);
    const items = [
      { type: 'message', role: 'user', text: 'Build the report' },
      { type: 'command', command: 'cat foo | head', exitCode: 0, output },
      { type: 'message', role: 'user', text: output },
    ];
    expect(await read({ ...report, items })).toMatchObject({
      report: { items: [{}, { output: '' }, { text: '' }] },
      findings: { signals: [], calls: [], notHuman: [{ item: 2, rule: 'blank' }], lessonsFound: [note.content] },
    });
  });

  it('never takes a reflection job for a signal', async () => {
    const result = await read({ ...report, reflection: { roundId: 'r', token: 't', output: {} } });
    expect(result.findings.signals).toEqual([]);
  });

  it('answers a fault with what can be told of it, redacted', async () => {
    const result = await readReport({ ...report, status: 'password=hunter2' }, options);
    expect(result).toMatchObject({ ok: false, problem: { code: 'invalid_field' }, agent: 'desk', jobId: 'job-1' });
    expect(JSON.stringify(result)).not.toContain('hunter2');
    expect(await readReport(Buffer.from('{'), options)).toMatchObject({ ok: false, problem: { code: 'invalid_json' } });
  });

  it('folds the case of the agent only where it is asked to', async () => {
    expect(await readReport({ ...report, agent: 'Desk' }, options)).toMatchObject({
      problem: { code: 'invalid_agent' },
    });
    expect(await readReport({ ...report, agent: 'Desk' }, { ...options, foldAgentCase: true })).toMatchObject({
      ok: true,
    });
  });
});
