import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { EvidenceRecord, JobReport } from '#contracts';
import { readFindings } from '../../apps/ingestion/src/signals/read-findings.js';
import { type Candidate, reflect } from '../../apps/reflection/src/reflectors/builtin/index.js';

const DATA = resolve(process.cwd(), '../shared/data');

const json = <T>(file: string): T => JSON.parse(readFileSync(resolve(DATA, file), 'utf8')) as T;

function recordOf(report: JobReport): EvidenceRecord {
  return {
    ...report,
    ...readFindings(report, { countMcpFailures: false }),
    lessonsFound: [],
    recordedAt: report.finishedAt,
    origin: report.origin ?? report.jobId,
    skills: report.skills ?? [],
    lessonsSeen: report.lessonsSeen ?? [],
    firstItem: 0,
    credential: 'import',
    relaysPeople: false,
    reportsExposure: false,
  };
}

/** Signal jobs of a file, oldest first. */
const signalJobs = (file: string): EvidenceRecord[] =>
  readFileSync(resolve(DATA, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => recordOf(JSON.parse(line) as JobReport))
    .filter(({ signals }) => signals.length > 0)
    .sort((a, b) => a.finishedAt.localeCompare(b.finishedAt));

/** Round after round over batches of 30, lessons and waiting candidates carried along; what was proposed. */
function learn(jobs: EvidenceRecord[], skill: string, trustPresumedPeople: boolean): Candidate[] {
  const learned: Candidate[] = [];
  const waiting = new Set<string>();
  let deferred: { skill: string; content: string }[] = [];
  for (let start = 0; start < jobs.length; start += 30) {
    const candidates = reflect({
      jobs: jobs.slice(start, start + 30),
      waiting: jobs.slice(0, start).filter(({ jobId }) => waiting.has(jobId)),
      skills: [{ name: skill }],
      trustPresumedPeople,
      originsMinGapHours: 0,
      deferred,
      liveLessons: learned.map(({ content }) => ({ skill, content })),
    });
    learned.push(...candidates.filter(({ outcome }) => outcome === 'proposed'));
    const later = candidates.filter(({ outcome }) => outcome === 'waiting');
    later.forEach(({ evidence }) => evidence.forEach(({ jobId }) => waiting.add(jobId)));
    deferred = later.filter(({ reason }) => reason === 'adds_limit').map(({ content }) => ({ skill, content }));
  }
  return learned;
}

interface Condition {
  condition: string;
  match: string;
  expected: 'lesson' | 'none' | 'either';
}
const outputAt = (jobs: EvidenceRecord[], { jobId, item }: { jobId: string; item: number }): string => {
  const found = jobs.find((job) => job.jobId === jobId)?.items[item];
  return found?.type === 'command' || found?.type === 'tool' ? found.output : '';
};
/** Lessons of which most of the cited calls show the condition. */
const lessonsOn = (condition: Condition, learned: Candidate[], jobs: EvidenceRecord[]): Candidate[] =>
  learned.filter(({ evidence }) => {
    const shown = evidence.filter((cited) => new RegExp(condition.match).test(outputAt(jobs, cited)));
    return shown.length * 2 > evidence.length;
  });
/** Distinct origins whose supporting calls show the condition. */
const originsOf = (condition: Condition, jobs: EvidenceRecord[]): number =>
  new Set(
    jobs
      .filter(({ jobId, calls }) =>
        calls.some(
          (call) => call.counts && new RegExp(condition.match).test(outputAt(jobs, { jobId, item: call.item })),
        ),
      )
      .map(({ origin }) => origin),
  ).size;

/** What the note on a condition has to tell. */
const RIGHT: Record<string, RegExp> = {
  'nested-quotes-stripped': /one level of quotes.*script to a file/,
  'find-exec-unterminated': /end it with/,
  'sudo-absent': /`sudo` is not installed.*without it/,
  'xxd-absent': /`xxd` is not installed.*`od`/,
  'payment-sum-mismatch': /payment methods/,
  'edit-syntax-error': /indentation and brackets/,
  indent: /indentation and brackets/,
};

describe('the built-in reflector on recorded runs', () => {
  if (!existsSync(DATA)) {
    it.skip(`needs the recorded runs in ${DATA}`, () => undefined);
    return;
  }

  const sets: [string, string, string, string][] = [
    ['gpt-4 in a shell', 'intercode-bash/ic-gpt-4.jobs.ndjson', 'bash', 'intercode-bash'],
    ['gpt-3.5 in a shell', 'intercode-bash/ic-gpt-3-5.jobs.ndjson', 'bash', 'intercode-bash'],
    ['an airline desk', 'tau-bench-airline/airline-desk.jobs.ndjson', 'airline-booking', 'tau-bench-airline'],
    ['a code editor', 'swe-agent/swe.jobs.ndjson', 'code-edit', 'swe-agent'],
  ];

  describe.each(sets)('%s', (_name, file, skill, folder) => {
    const jobs = signalJobs(file);
    const { conditions } = json<{ conditions: Condition[] }>(`${folder}/known-conditions.json`);
    const learned = learn(jobs, skill, true);

    it('learns nothing from a condition that would be too wide or a fact of one case', () => {
      for (const condition of conditions.filter(({ expected }) => expected === 'none'))
        expect({ [condition.condition]: lessonsOn(condition, learned, jobs).map(({ content }) => content) }).toEqual({
          [condition.condition]: [],
        });
    });

    it('gives one right lesson for each condition that two origins show', () => {
      const due = conditions.filter((one) => one.expected === 'lesson' && originsOf(one, jobs) >= 2);
      expect(due.length).toBeGreaterThan(0);
      for (const condition of due)
        expect(lessonsOn(condition, learned, jobs).map(({ content }) => content)).toEqual([
          expect.stringMatching(RIGHT[condition.condition] ?? /^$/),
        ]);
    });

    it('keeps each note short, in one sentence, with its condition first', () => {
      for (const { content } of learned) {
        expect(countTokens(content)).toBeLessThanOrEqual(100);
        expect(content).toMatch(/^(?:When|If|Before) .*\.$/);
      }
    });

    it('takes no message of a simulated or silent user for a correction', () => {
      expect(learned.filter(({ kind }) => kind === 'correction')).toEqual([]);
    });
  });

  it('finds the reusable corrections of a real person, and no other message', () => {
    const jobs = signalJobs('bookminder/bookminder.jobs.ndjson');
    const { labels } = json<{ labels: { label: string; jobId: string; item: number }[] }>(
      'bookminder/human-message-labels.json',
    );
    const corrections = [...jobs.keys()].flatMap((i) =>
      reflect({
        jobs: [jobs[i]!],
        waiting: [],
        skills: [{ name: 'coding' }],
        trustPresumedPeople: true,
        originsMinGapHours: 0,
        liveLessons: [],
      }).filter(({ kind, outcome }) => kind === 'correction' && outcome === 'proposed'),
    );
    const taken = corrections.map(
      ({ evidence: [cited] }) =>
        labels.find(({ jobId, item }) => jobId === cited!.jobId && item === cited!.item)?.label,
    );
    expect(taken).toEqual(['reusable', 'reusable']);
    expect(corrections.map(({ content }) => content)).toEqual([
      expect.stringMatching(/^Before you try to implement one of the options.*explain both options to the user/),
      expect.stringMatching(/^When .*do not rely on `git add \.`/),
    ]);
  });
});
