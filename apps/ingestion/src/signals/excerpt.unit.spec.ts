import fc from 'fast-check';

import type { Item, JobReport } from '#contracts';

import { EXCERPT_MAX, excerptOf, head, tail } from './excerpt.js';
import { readFindings } from './read-findings.js';

const report = (items: Item[], more: Partial<JobReport> = {}): JobReport => ({
  jobId: 'j', agent: 'a', status: 'failed', title: 'Build the report', task: 'Build the June report',
  startedAt: '2026-11-30T10:00:00.000Z', finishedAt: '2026-11-30T10:00:00.000Z', items, ...more,
}); // prettier-ignore
const excerpt = (found: JobReport) => excerptOf(found, readFindings(found, { countMcpFailures: false }));
const user = (text: string): Item => ({ type: 'message', role: 'user', text });
const command = (text: string, exitCode: number, output = ''): Item => ({
  type: 'command',
  command: text,
  exitCode,
  output,
});

describe('excerptOf', () => {
  it('stands in the order of what matters, newest words of people first', () => {
    const items = [
      user('Build the June report'),
      command('sudo make', 127, 'bash: sudo: command not found'),
      command('make', 0),
      user('use staging'),
      user('never prod'),
      { type: 'compaction' } as const,
    ];
    const text = excerpt(report(items, { error: { summary: 'gave up' }, usage: { inputTokens: 10, outputTokens: 2 } }));
    expect(text).toBe(
      [
        'title: Build the report',
        'status: failed',
        'error: gave up',
        'person (item 4, presumed): never prod',
        'person (item 3, presumed): use staging',
        'failed call (item 1, fault, exit 127): sudo make',
        'output: bash: sudo: command not found',
        'next call: make',
        'task: Build the June report',
        'context compactions: 1',
        'tokens: 10 in, 2 out',
      ].join('\n'),
    );
  });

  it('shows each call once, and no next call of another turn', () => {
    const items = [user('t'), { ...command('make', 2), turn: 1 }, { ...command('make', 2), turn: 2 }];
    expect(excerpt(report(items)).match(/failed call/g)).toHaveLength(1);
    expect(excerpt(report(items))).not.toContain('next call');
  });

  it('cuts between code points', () => {
    expect(head('🎉🎉🎉', 3)).toBe('🎉🎉🎉');
    expect(head('🎉🎉🎉🎉', 3)).toBe('🎉🎉…');
    expect(tail('a🎉🎉🎉', 3)).toBe('…🎉🎉');
    expect(tail('x'.repeat(9) + '🎉'.repeat(4), 3)).toBe('…🎉🎉');
  });

  it('never holds more than 3,000 code points nor half a pair', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.repeat(60));
    const anItem = fc.oneof(
      texts.map(user),
      fc.tuple(texts, texts).map(([text, output]) => command(text, 1, output)),
    );
    fc.assert(
      fc.property(fc.array(anItem, { maxLength: 30 }), texts, (items, task) => {
        const text = excerpt(report(items, { task, title: task }));
        expect([...text].length).toBeLessThanOrEqual(EXCERPT_MAX);
        expect(text.isWellFormed()).toBe(true);
      }),
    );
  });
});
