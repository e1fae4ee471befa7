import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CommandItem, Item, JobReport } from '#contracts';

import { classifyCall } from './call-class.rules.js';
import { readFindings } from './read-findings.js';

const shared = join(process.cwd(), '../shared');
const itWithShared = existsSync(shared) ? it : it.skip;
const lines = (path: string) =>
  readFileSync(join(shared, path), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const reportOf = (items: Item[]): JobReport => ({
  jobId: 'job-1',
  agent: 'agent',
  status: 'succeeded',
  title: 'Build the June report',
  task: 'Build the June report',
  startedAt: '2026-11-30T10:00:00.000Z',
  finishedAt: '2026-11-30T10:01:00.000Z',
  items,
});

describe('readFindings on labelled data (../shared, skipped where it is absent)', () => {
  itWithShared('answers every signal case', () => {
    for (const { id, items, signals, classes } of lines('cases/signals.jsonl')) {
      const found = readFindings(reportOf(items), { countMcpFailures: false });
      const shown = found.calls.filter((call) => call.counts || call.class === 'masked').map((call) => call.class);
      expect({ id, signals: found.signals, classes: shown }).toEqual({ id, signals, classes });
    }
  });

  itWithShared('agrees with at least 95 % of the labelled traps', () => {
    const jobs = new Map<string, JobReport>(
      ['ic-gpt-3-5', 'ic-gpt-4'].flatMap((name) =>
        lines(`data/intercode-bash/${name}.jobs.ndjson`).map((job): [string, JobReport] => [job.jobId, job]),
      ),
    );
    const { calls } = JSON.parse(readFileSync(join(shared, 'data/intercode-bash/signal-traps.json'), 'utf8'));
    const wrong = calls.filter(
      (label: { jobId: string; item: number; class: string }) =>
        classifyCall(jobs.get(label.jobId)!.items[label.item] as CommandItem) !== label.class,
    );
    expect(wrong.length / calls.length).toBeLessThanOrEqual(0.05);
  });

  itWithShared('takes what is marked not human for no person, and the rest for one', () => {
    const jobs = new Map<string, JobReport>(
      lines('data/bookminder/bookminder.jobs.ndjson').map((job) => [job.jobId, job]),
    );
    const { labels } = JSON.parse(readFileSync(join(shared, 'data/bookminder/human-message-labels.json'), 'utf8'));
    const people = new Map(
      [...jobs.values()].map((job) => [
        job.jobId,
        readFindings(job, { countMcpFailures: false }).humanMessages.map(({ item }) => item),
      ]),
    );
    for (const { jobId, item, label } of labels) {
      const isPerson = people.get(jobId)!.includes(item);
      expect({ jobId, item, isPerson }).toEqual({ jobId, item, isPerson: label !== 'not_human' });
    }
  });
});
