import { problem, type CallClass, type Problem, type Signal } from '#contracts';
import { givenOrigin, jobOrigin, SAME_TASK_MS } from './origin.js';
import type { Recordable, Recorded } from './recordable.js';
import type { FoundOrigin, JobRow, KnownJob, RecordRow } from './recorder.queries.js';
import { decideSameJob } from './same-job.decider.js';

export type RecordingOutcome = Recorded | Problem;

interface Origin extends FoundOrigin {
  taskKey: string | null;
}

/** What is known before a batch is recorded, by index of its reports. */
export interface RecordingFacts {
  known: KnownJob[];
  parents: (FoundOrigin | undefined)[];
  tasks: (FoundOrigin | undefined)[];
  lastSeqs: Map<string, bigint>;
  recordedAt: Date;
}

const keyOf = ({ agent, jobId }: { agent: string; jobId: string }): string => `${agent} ${jobId}`;

/** Decides what a batch of reports writes, in order; a later report of the batch sees what an earlier one has recorded. */
export class Recording {
  readonly outcomes: RecordingOutcome[] = [];
  /** Recorded before this batch, and reported again. */
  readonly repeats: { agent: string; jobId: string }[] = [];
  /** Parts that longer reports replace. */
  readonly replaced: { agent: string; jobId: string; part: number }[] = [];
  /** Children whose origin was named after a job that has come now. */
  readonly adopted: { agent: string; from: string; to: string; originAt: string }[] = [];
  private readonly latest: Map<string, KnownJob>;
  private readonly written = new Map<string, { job: JobRow; record: RecordRow }>();

  constructor(
    reports: Recordable[],
    private readonly facts: RecordingFacts,
  ) {
    this.latest = new Map(facts.known.map((job) => [keyOf(job), job]));
    this.outcomes = reports.map((report, index) => this.take(report, index));
    const lastSeqs = facts.lastSeqs;
    for (const { job } of this.written.values()) {
      const seq = (lastSeqs.get(job.agent) ?? 0n) + 1n;
      lastSeqs.set(job.agent, seq);
      job.seq = String(seq);
    }
  }

  get jobs(): JobRow[] {
    return [...this.written.values()].map(({ job }) => job);
  }

  get records(): RecordRow[] {
    return [...this.written.values()].map(({ record }) => record);
  }

  private take(report: Recordable, index: number): RecordingOutcome {
    const key = keyOf(report.record);
    const known = this.latest.get(key);
    const decision = decideSameJob(known, report.itemDigests);
    if (decision.kind === 'conflict') return problem('job_conflict');
    const { agent, jobId } = report.record;
    if (decision.kind === 'repeat') {
      const written = this.written.get(`${key} ${known!.part}`);
      if (written === undefined) this.repeats.push({ agent, jobId });
      else written.job.lastOutcome = 'repeat';
      return 'repeat';
    }
    const { part, firstItem, replaces } = decision;
    const written = `${key} ${part}`;
    // Taken out first, so that a replacement stands where it came in the order of recording.
    if (replaces && !this.written.delete(written)) this.replaced.push({ agent, jobId, part });
    const origin = known ?? this.originOf(report, index);
    if (known === undefined) this.adoptChildren(report, origin);
    const rows = this.rows(report, { part, firstItem, origin });
    this.written.set(written, rows);
    const { state } = rows.job;
    this.latest.set(key, { agent, jobId, part, state, firstItem, itemDigests: report.itemDigests, ...pick(origin) });
    return 'recorded';
  }

  private rows(
    { record, itemDigests, excerpt, redactions }: Recordable,
    { part, firstItem, origin }: { part: number; firstItem: number; origin: Origin },
  ): { job: JobRow; record: RecordRow } {
    const { agent, jobId, credential, status, title, finishedAt } = record;
    const signals = signalsFrom(record, firstItem);
    const recordedAt = this.facts.recordedAt.toISOString();
    return {
      job: {
        agent,
        jobId,
        part,
        seq: '',
        credential,
        status,
        title,
        taskKey: origin.taskKey,
        origin: origin.origin,
        originAt: origin.originAt.toISOString(),
        release: record.release ?? null,
        signals,
        classes: classesFrom(record, firstItem),
        state: signals.length > 0 ? 'unread' : 'no_signal',
        finishedAt,
        recordedAt,
        firstItem,
        itemDigests: itemDigests.toString('hex'),
        lastOutcome: 'recorded',
      },
      record: { agent, jobId, part, record: { ...record, signals, recordedAt, firstItem }, excerpt, redactions },
    };
  }

  /** Given; else that of the parent; else that of the first job of the same task within a day; else its own. */
  private originOf({ record, foldedTask, origin, parentJobId }: Recordable, index: number): Origin {
    const { agent, jobId, credential } = record;
    const originAt = new Date(record.finishedAt);
    if (origin !== undefined) return { origin: givenOrigin(credential, origin), originAt, taskKey: null };
    if (parentJobId !== undefined) {
      const parent = this.latest.get(keyOf({ agent, jobId: parentJobId })) ?? this.facts.parents[index];
      return { origin: jobOrigin(parentJobId), originAt, ...parent, taskKey: null };
    }
    const first = this.facts.tasks[index] ?? this.firstOfTask(agent, foldedTask, originAt);
    return { origin: jobOrigin(jobId), originAt, ...first, taskKey: foldedTask };
  }

  private firstOfTask(agent: string, key: string, at: Date): FoundOrigin | undefined {
    for (const job of this.latest.values()) {
      const near = Math.abs(job.originAt.getTime() - at.getTime()) <= SAME_TASK_MS;
      if (job.agent === agent && job.taskKey === key && near) return { origin: job.origin, originAt: job.originAt };
    }
    return undefined;
  }

  private adoptChildren({ record: { agent, jobId } }: Recordable, { origin, originAt }: Origin): void {
    const from = jobOrigin(jobId);
    if (origin === from) return;
    this.adopted.push({ agent, from, to: origin, originAt: originAt.toISOString() });
    for (const { job } of this.written.values()) {
      if (job.agent === agent && job.origin === from) Object.assign(job, { origin, originAt: originAt.toISOString() });
    }
    for (const job of this.latest.values()) {
      if (job.agent === agent && job.origin === from) Object.assign(job, { origin, originAt });
    }
  }
}

const pick = ({ origin, originAt, taskKey }: Origin): Origin => ({ origin, originAt, taskKey });

/** Signals of the items from `firstItem` on. */
function signalsFrom({ signals, calls, humanMessages }: Recordable['record'], firstItem: number): Signal[] {
  if (firstItem === 0) return signals;
  const here: Record<Signal, boolean> = {
    failed_call: calls.some(({ item, counts }) => counts && item >= firstItem),
    human_message: humanMessages.some(({ item }) => item >= firstItem),
  };
  return signals.filter((signal) => here[signal]);
}

const classesFrom = ({ calls }: Recordable['record'], firstItem: number): CallClass[] => [
  ...new Set(calls.filter(({ item }) => item >= firstItem).map((call) => call.class)),
];
