import fc from 'fast-check';

import { type Problem, REPORT_LIMITS } from '#contracts';

import { validateReport } from './report.validator.js';

const now = new Date('2026-11-30T12:00:00.000Z');
const valid = (more: Record<string, unknown> = {}) => ({
  jobId: 'job-1',
  agent: 'desk',
  status: 'succeeded',
  title: 'Report',
  task: 'Build the June report',
  startedAt: '2026-11-30T10:00:00.000Z',
  finishedAt: '2026-11-30T10:01:00.000Z',
  items: [],
  ...more,
});
const command = { type: 'command', command: 'ls', exitCode: 0, output: '' };
const faultOf = (value: unknown, agent?: string): Problem => {
  const result = validateReport(value, { now, ...(agent !== undefined && { agent }) });
  if (result.ok) throw new Error('it was accepted');
  return result.problem;
};

describe('validateReport', () => {
  it('takes a full report as it is', () => {
    const report = valid({
      release: '1.2', skills: ['bash'], lessonsSeen: ['l1'], origin: 'o', parentJobId: 'job-0', error: { summary: 'x' },
      usage: { inputTokens: 1, outputTokens: 2 }, reflection: { roundId: 'r', token: 't', output: { proposals: [] } },
      items: [
        { type: 'message', role: 'user', text: 'hi', human: true, at: '2026-11-30T10:00:00.000Z', turn: 1 },
        { type: 'command', command: 'ls', exitCode: null, output: '', skill: 'bash' },
        { type: 'tool', name: 'x', namespace: 'n', kind: 'mcp', arguments: { a: [1] }, success: false, output: '' },
        { type: 'skill', name: 'bash' },
        { type: 'compaction' },
      ],
    }); // prettier-ignore
    expect(validateReport(report, { now, agent: 'desk' })).toEqual({ ok: true, report, unknownFields: [] });
  });

  it('fills in what may be left out, and says times in UTC', () => {
    const { title: _, ...untitled } = valid({
      startedAt: '2026-11-30T11:00:00+01:00',
      items: [{ type: 'command', command: 'ls', output: '' }],
    });
    const result = validateReport(untitled, { now });
    expect(result).toMatchObject({
      ok: true,
      report: { title: 'Build the June report', startedAt: '2026-11-30T10:00:00.000Z', items: [{ exitCode: null }] },
    });
  });

  it('lists unknown fields once, with the name that was meant', () => {
    const items = [
      { ...command, exit_code: 1 },
      { ...command, exit_code: 2 },
    ];
    const result = validateReport(valid({ finished_at: 'x', 'x-run': 1, items }), { now });
    expect(result).toMatchObject({
      ok: true,
      unknownFields: [
        { path: 'finished_at', nearest: 'finishedAt' },
        { path: 'x-run' },
        { path: 'items[0].exit_code', nearest: 'exitCode' },
      ],
    });
    expect(result.ok && Object.keys(result.report)).not.toContain('finished_at');
  });

  it.each<[string, unknown, string]>([
    ['no object', [], 'invalid_field'],
    ['no agent', valid({ agent: undefined }), 'invalid_agent'],
    ['upper case', valid({ agent: 'Desk' }), 'invalid_agent'],
    ['another agent', valid({ agent: 'other' }), 'agent_mismatch'],
    ['finished before started', valid({ finishedAt: '2026-11-30T09:00:00Z' }), 'time_out_of_range'],
    ['future', valid({ finishedAt: '2026-11-30T12:05:00.001Z' }), 'time_out_of_range'],
    ['too many items', valid({ items: Array.from({ length: REPORT_LIMITS.items + 1 }, () => command) }), 'payload_too_large'],
    ['long text', valid({ items: [{ ...command, output: 'é'.repeat(REPORT_LIMITS.textBytes / 2 + 1) }] }), 'payload_too_large'],
    ['long argument', valid({ items: [{ type: 'tool', name: 'x', arguments: ['x'.repeat(REPORT_LIMITS.textBytes + 1)], success: true, output: '' }] }), 'payload_too_large'],
  ])('refuses %s', (_, value, code) => expect(faultOf(value, 'desk').code).toBe(code)); // prettier-ignore

  it.each<[string, Record<string, unknown>]>([
    ['jobId', { jobId: 'a b' }],
    ['jobId', { jobId: 'x'.repeat(129) }],
    ['status', { status: 'done' }],
    ['task', { task: ' \n' }],
    ['startedAt', { startedAt: '2026-02-30T10:00:00Z' }],
    ['finishedAt', { finishedAt: '2026-11-30 10:00' }],
    ['release', { release: 'x'.repeat(65) }],
    ['skills', { skills: ['Bash Skill'] }],
    ['items', { items: {} }],
    ['items[0]', { items: [null] }],
    ['items[0].type', { items: [{ type: 'thought' }] }],
    ['items[0].exitCode', { items: [{ ...command, exitCode: '1' }] }],
    ['items[0].output', { items: [{ ...command, output: undefined }] }],
    ['items[0].role', { items: [{ type: 'message', role: 'human', text: '' }] }],
    ['items[0].kind', { items: [{ type: 'tool', name: 'x', kind: 'remote', success: true, output: '' }] }],
    ['error.summary', { error: {} }],
    ['usage.inputTokens', { usage: { inputTokens: -1, outputTokens: 0 } }],
    ['reflection.token', { reflection: { roundId: 'r', output: 1 } }],
  ])('names %s', (path, more) => {
    expect(faultOf(valid(more))).toMatchObject({ code: 'invalid_field', errors: [{ path }] });
  });

  it('lists every fault, 50 at most', () => {
    expect(faultOf({ agent: 'desk' }).errors!.map(({ path }) => path)).toEqual([
      'jobId',
      'status',
      'task',
      'startedAt',
      'finishedAt',
      'items',
    ]);
    expect(faultOf(valid({ items: Array.from({ length: 99 }, () => ({})) })).errors).toHaveLength(50);
  });

  it('refuses nesting over 32, counted from the report', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
    const tool = (depth: number) =>
      valid({ items: [{ type: 'tool', name: 'x', arguments: nested(depth), success: true, output: '' }] });
    expect(validateReport(tool(29), { now }).ok).toBe(true);
    expect(faultOf(tool(30)).code).toBe('invalid_field');
    expect(faultOf(tool(5_000)).code).toBe('invalid_field');
  });

  it('takes 20,000 items', () => {
    expect(validateReport(valid({ items: Array.from({ length: 20_000 }, () => command) }), { now }).ok).toBe(true);
  });

  it('never throws', () => {
    const almost = fc.record(
      {
        ...Object.fromEntries(Object.keys(valid()).map((field) => [field, fc.oneof(fc.constant(valid()[field as 'task']), fc.jsonValue())])),
        items: fc.array(fc.oneof(fc.jsonValue(), fc.record({ type: fc.constantFrom('message', 'command', 'tool', '__proto__'), text: fc.jsonValue() }))),
      },
      { requiredKeys: [] },
    ); // prettier-ignore
    fc.assert(
      fc.property(fc.oneof(fc.anything({ withNullPrototype: true }), almost), (value) => {
        expect(typeof validateReport(value, { now }).ok).toBe('boolean');
      }),
      { numRuns: 1_000 },
    );
  });
});
