import type { Pool } from 'pg';
import type { CallClass, JobState, JobStatus, JobSummary, Redactions, Signal } from '#contracts';
import type { StoredRecord } from './recordable.js';

interface SummaryRow {
  seq: string;
  jobId: string;
  title: string;
  status: JobStatus;
  finishedAt: Date;
  recordedAt: Date;
  signals: Signal[];
  classes: CallClass[];
  state: JobState;
  roundId: string | null;
}

/** A page of jobs, newest first in the order of recording, and the place to go on from. */
export interface JobPage {
  jobs: JobSummary[];
  nextCursor?: string;
}
export interface PageOf {
  before: string | null;
  limit: number;
}

const SUMMARY = `j.seq, j.job_id as "jobId", j.title, j.status, j.finished_at as "finishedAt", j.recorded_at as "recordedAt",
  j.signals, j.classes, j.state, j.round_id as "roundId"`;

/** The jobs of an agent, each once, as its last part stands. */
export async function selectJobs(pool: Pool, agent: string, { before, limit }: PageOf): Promise<JobPage> {
  const { rows } = await pool.query<SummaryRow>(
    `select ${SUMMARY} from evidence.jobs j
      where j.agent = $1 and ($2::bigint is null or j.seq < $2)
        and not exists (select from evidence.jobs p where p.agent = j.agent and p.job_id = j.job_id and p.part > j.part)
      order by j.seq desc limit $3`,
    [agent, before, limit + 1],
  );
  return page(rows, limit);
}

/** Signal jobs; a part that was added after a round had read the job stands by itself. */
export async function selectSignalJobs(pool: Pool, agent: string, { before, limit }: PageOf): Promise<JobPage> {
  const { rows } = await pool.query<SummaryRow>(
    `select ${SUMMARY} from evidence.jobs j
      where j.agent = $1 and j.state <> 'no_signal' and ($2::bigint is null or j.seq < $2)
      order by j.seq desc limit $3`,
    [agent, before, limit + 1],
  );
  return page(rows, limit);
}

function page(rows: SummaryRow[], limit: number): JobPage {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    jobs: shown.map(({ jobId, title, status, finishedAt, recordedAt, signals, classes, state, roundId }) => ({
      jobId,
      title,
      status,
      finishedAt: finishedAt.toISOString(),
      recordedAt: recordedAt.toISOString(),
      signals,
      classes,
      state,
      roundId,
    })),
    ...(rows.length > limit && last !== undefined && { nextCursor: last.seq }),
  };
}

/** Unread signal jobs that ended since, and all that were passed over. */
export async function countSignalJobs(
  pool: Pool,
  agent: string,
  since: Date,
): Promise<{ unread: number; passedOver: number }> {
  const { rows } = await pool.query<{ unread: number; passedOver: number }>(
    `select count(*) filter (where j.state = 'unread' and j.finished_at > $2)::int as unread,
            count(*) filter (where j.state = 'passed_over')::int as "passedOver"
       from evidence.jobs j where j.agent = $1 and j.state <> 'no_signal'`,
    [agent, since],
  );
  return rows[0]!;
}

export interface JobDetail {
  record: StoredRecord;
  origin: string;
  excerpt: string;
  redactions: Redactions;
  state: JobState;
}

/** The last part of a job, which holds all of its items. */
export async function selectJob(pool: Pool, agent: string, jobId: string): Promise<JobDetail | undefined> {
  const { rows } = await pool.query<JobDetail>(
    `select r.record, j.origin, r.excerpt, r.redactions, j.state
       from evidence.jobs j
       join evidence.records r
         on r.agent = j.agent and r.job_id = j.job_id and r.part = j.part and r.stored_at = j.stored_at
      where j.agent = $1 and j.job_id = $2
      order by j.part desc limit 1`,
    [agent, jobId],
  );
  return rows[0];
}

/** The latest jobs by their end, each once. */
export async function selectIndex(
  pool: Pool,
  agent: string,
  { since, limit }: { since: Date; limit: number },
): Promise<{ jobId: string; title: string; status: JobStatus; finishedAt: Date }[]> {
  const { rows } = await pool.query<{ jobId: string; title: string; status: JobStatus; finishedAt: Date }>(
    `select j.job_id as "jobId", j.title, j.status, j.finished_at as "finishedAt" from evidence.jobs j
      where j.agent = $1 and j.finished_at > $2 and j.state <> 'voided'
        and not exists (select from evidence.jobs p where p.agent = j.agent and p.job_id = j.job_id and p.part > j.part)
      order by j.finished_at desc, j.job_id limit $3`,
    [agent, since, limit],
  );
  return rows;
}

/** What became of the last report of a job: recorded, a repeat, or refused since. */
export interface JobFate {
  outcome: 'recorded' | 'repeat' | 'refused';
  state: JobState | null;
  code: string | null;
  detail: string | null;
}

export async function selectFate(pool: Pool, agent: string, jobId: string): Promise<JobFate | undefined> {
  const { rows } = await pool.query<JobFate>(
    `with job as (
       select j.last_outcome, j.state, j.reported_at from evidence.jobs j
        where j.agent = $1 and j.job_id = $2 order by j.part desc limit 1
     ), letter as (
       select d.code, d.detail, d.recorded_at from evidence.dead_letters d
        where d.agent = $1 and d.job_id = $2 and d.replayed_at is null order by d.id desc limit 1
     )
     select case when letter.recorded_at > coalesce(job.reported_at, '-infinity') then 'refused' else job.last_outcome end as outcome,
            job.state, letter.code, letter.detail
       from job full join letter on true`,
    [agent, jobId],
  );
  return rows[0];
}
