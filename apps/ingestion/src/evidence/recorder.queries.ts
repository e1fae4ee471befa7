import type { PoolClient } from 'pg';
import type { JobState, Redactions } from '#contracts';
import { SAME_TASK_MS } from './origin.js';
import type { Recorded, StoredRecord } from './recordable.js';
import type { KnownPart } from './same-job.decider.js';

/** A row of `evidence.jobs` as it is written; times are ISO-8601, digests hex. */
export interface JobRow {
  agent: string;
  jobId: string;
  part: number;
  seq: string;
  credential: string;
  status: string;
  title: string;
  taskKey: string | null;
  origin: string;
  originAt: string;
  release: string | null;
  signals: string[];
  classes: string[];
  state: JobState;
  finishedAt: string;
  recordedAt: string;
  firstItem: number;
  itemDigests: string;
  /** What the last report of the job was. */
  lastOutcome: Recorded;
}

export interface RecordRow {
  agent: string;
  jobId: string;
  part: number;
  record: StoredRecord;
  excerpt: string;
  redactions: Redactions;
}

export interface KnownJob extends KnownPart {
  agent: string;
  jobId: string;
  taskKey: string | null;
  origin: string;
  originAt: Date;
}

export interface JobKey {
  agent: string;
  jobId: string;
}

/** Which of the agents have been heard of. */
export async function selectKnownAgents(client: PoolClient, agents: string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ agent: string }>(
    'select a.agent from evidence.agents a where a.agent = any($1)',
    [agents],
  );
  return new Set(rows.map(({ agent }) => agent));
}

/** Locks the agents, in one order whoever asks, and answers the last place in each one's order of recording. */
export async function lockAgents(client: PoolClient, agents: string[]): Promise<Map<string, bigint>> {
  const sorted = [...agents].sort();
  await client.query(
    `insert into evidence.agents (agent)
     select a.agent from unnest($1::text[]) with ordinality as a(agent, place) order by a.place
     on conflict (agent) do nothing`,
    [sorted],
  );
  const { rows } = await client.query<{ agent: string; lastSeq: string }>(
    `select a.agent, a.last_seq as "lastSeq" from evidence.agents a where a.agent = any($1) order by a.agent collate "C" for update`,
    [sorted],
  );
  return new Map(rows.map(({ agent, lastSeq }) => [agent, BigInt(lastSeq)]));
}

/** The last part of each job that is known. */
export async function selectLastParts(client: PoolClient, keys: JobKey[]): Promise<KnownJob[]> {
  const { rows } = await client.query<KnownJob>(
    `select distinct on (j.agent, j.job_id)
            j.agent, j.job_id as "jobId", j.part, j.state, j.first_item as "firstItem", j.item_digests as "itemDigests",
            encode(j.task_key, 'hex') as "taskKey", j.origin, j.origin_at as "originAt"
       from unnest($1::text[], $2::text[]) as k(agent, job_id)
       join evidence.jobs j on j.agent = k.agent and j.job_id = k.job_id
      order by j.agent, j.job_id, j.part desc`,
    [keys.map(({ agent }) => agent), keys.map(({ jobId }) => jobId)],
  );
  return rows;
}

export interface FoundOrigin {
  origin: string;
  originAt: Date;
}

/** Origin of each job, in the order asked. */
export async function selectOriginsOfJobs(client: PoolClient, keys: JobKey[]): Promise<(FoundOrigin | undefined)[]> {
  const { rows } = await client.query<FoundOrigin & { place: string }>(
    `select distinct on (k.place) k.place, j.origin, j.origin_at as "originAt"
       from unnest($1::text[], $2::text[]) with ordinality as k(agent, job_id, place)
       join evidence.jobs j on j.agent = k.agent and j.job_id = k.job_id
      order by k.place, j.part`,
    [keys.map(({ agent }) => agent), keys.map(({ jobId }) => jobId)],
  );
  return inPlace(keys.length, rows);
}

export interface TaskAt {
  agent: string;
  taskKey: string;
  finishedAt: string;
}

/** The oldest origin of the same task whose first job ended within a day of each, in the order asked. */
export async function selectOriginsOfTasks(client: PoolClient, tasks: TaskAt[]): Promise<(FoundOrigin | undefined)[]> {
  const { rows } = await client.query<FoundOrigin & { place: string }>(
    `select distinct on (t.place) t.place, j.origin, j.origin_at as "originAt"
       from unnest($1::text[], $2::text[], $3::timestamptz[]) with ordinality as t(agent, task_key, finished_at, place)
       join evidence.jobs j on j.agent = t.agent and j.task_key = decode(t.task_key, 'hex')
        and j.origin_at between t.finished_at - $4 * interval '1 millisecond' and t.finished_at + $4 * interval '1 millisecond'
      order by t.place, j.seq`,
    [
      tasks.map(({ agent }) => agent),
      tasks.map(({ taskKey }) => taskKey),
      tasks.map(({ finishedAt }) => finishedAt),
      SAME_TASK_MS,
    ],
  );
  return inPlace(tasks.length, rows);
}

function inPlace<T extends { place: string }>(length: number, rows: T[]): (T | undefined)[] {
  const found = new Array<T | undefined>(length).fill(undefined);
  for (const row of rows) found[Number(row.place) - 1] = row;
  return found;
}

/** Children that came before their parent were given its name for an origin; now its origin is known. */
export async function adoptChildren(
  client: PoolClient,
  children: { agent: string; from: string; to: string; originAt: string }[],
): Promise<void> {
  if (children.length === 0) return;
  await client.query(
    `update evidence.jobs j set origin = c."to", origin_at = c."originAt"
       from jsonb_to_recordset($1::jsonb) as c(agent text, "from" text, "to" text, "originAt" timestamptz)
      where j.agent = c.agent and j.origin = c."from"`,
    [JSON.stringify(children)],
  );
}

/** Takes away what longer reports replace. */
export async function deleteParts(
  client: PoolClient,
  parts: { agent: string; jobId: string; part: number }[],
): Promise<void> {
  if (parts.length === 0) return;
  await client.query(
    `with gone as (
       delete from evidence.jobs j using unnest($1::text[], $2::text[], $3::int[]) as p(agent, job_id, part)
        where j.agent = p.agent and j.job_id = p.job_id and j.part = p.part
        returning j.agent, j.job_id, j.part, j.stored_at
     )
     delete from evidence.records r using gone g
      where r.agent = g.agent and r.job_id = g.job_id and r.part = g.part and r.stored_at = g.stored_at`,
    [parts.map(({ agent }) => agent), parts.map(({ jobId }) => jobId), parts.map(({ part }) => part)],
  );
}

export async function insertJobs(client: PoolClient, jobs: JobRow[]): Promise<void> {
  await client.query(
    `insert into evidence.jobs (agent, job_id, part, seq, credential, status, title, task_key, origin, origin_at, release,
            signals, classes, state, finished_at, recorded_at, stored_at, first_item, item_digests, last_outcome, reported_at)
     select j.agent, j."jobId", j.part, j.seq, j.credential, j.status, j.title, decode(j."taskKey", 'hex'), j.origin,
            j."originAt", j.release, j.signals, j.classes, j.state, j."finishedAt", j."recordedAt", now(), j."firstItem",
            decode(j."itemDigests", 'hex'), j."lastOutcome", now()
       from jsonb_to_recordset($1::jsonb) as j(agent text, "jobId" text, part int, seq bigint, credential text, status text,
            title text, "taskKey" text, origin text, "originAt" timestamptz, release text, signals text[], classes text[],
            state text, "finishedAt" timestamptz, "recordedAt" timestamptz, "firstItem" int, "itemDigests" text, "lastOutcome" text)`,
    [JSON.stringify(jobs)],
  );
}

/** Writes the bulk beside the rows of {@link insertJobs}, in the same transaction: `now()` is the same for both. */
export async function insertRecords(client: PoolClient, records: RecordRow[]): Promise<void> {
  await client.query(
    `insert into evidence.records (agent, job_id, part, stored_at, record, excerpt, redactions)
     select r.agent, r.job_id, r.part, now(), r.record, r.excerpt, r.redactions
       from unnest($1::text[], $2::text[], $3::int[], $4::json[], $5::text[], $6::json[])
            as r(agent, job_id, part, record, excerpt, redactions)`,
    [
      records.map(({ agent }) => agent),
      records.map(({ jobId }) => jobId),
      records.map(({ part }) => part),
      records.map(({ record }) => JSON.stringify(record)),
      records.map(({ excerpt }) => excerpt),
      records.map(({ redactions }) => JSON.stringify(redactions)),
    ],
  );
}

/** Notes that jobs came again; the last part stands for the job. */
export async function noteRepeats(client: PoolClient, keys: JobKey[]): Promise<void> {
  if (keys.length === 0) return;
  await client.query(
    `update evidence.jobs j set last_outcome = 'repeat', reported_at = now()
       from unnest($1::text[], $2::text[]) as k(agent, job_id)
      where j.agent = k.agent and j.job_id = k.job_id
        and j.part = (select max(p.part) from evidence.jobs p where p.agent = k.agent and p.job_id = k.job_id)`,
    [keys.map(({ agent }) => agent), keys.map(({ jobId }) => jobId)],
  );
}

export async function noteIntake(client: PoolClient, lastSeqs: Map<string, bigint>, at: Date): Promise<void> {
  await client.query(
    `update evidence.agents a set last_seq = n.last_seq, last_intake_at = $3
       from unnest($1::text[], $2::bigint[]) as n(agent, last_seq)
      where a.agent = n.agent`,
    [[...lastSeqs.keys()], [...lastSeqs.values()].map(String), at],
  );
}
