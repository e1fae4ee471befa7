import type { Pool } from 'pg';
import type { Receipt, ReceiptView } from '#contracts';

const COLUMNS = [
  'agent',
  'credential',
  'job_id',
  'skill',
  'lesson_ids',
  'content_hash',
  'position',
  'render_version',
  'at',
  'answers',
];

/** One statement a batch; a counted receipt of the same minute is added up. */
export async function insertReceipts(pool: Pool, receipts: Receipt[]): Promise<void> {
  await pool.query(
    `insert into delivery.receipts (${COLUMNS.join(', ')})
     select r.agent, r.credential, r."jobId", r.skill, r."lessonIds", r."contentHash", r.position, r."renderVersion", r.at, r.answers
       from jsonb_to_recordset($1::jsonb) as r(agent text, credential text, "jobId" text, skill text, "lessonIds" uuid[],
            "contentHash" text, position bigint, "renderVersion" text, at timestamptz, answers bigint)
     on conflict (agent, skill, credential, content_hash, at, coalesce(job_id, ''))
     do update set answers = delivery.receipts.answers + excluded.answers`,
    [JSON.stringify(receipts)],
  );
}

/** Receipts of an agent, newest first; keyset by id. */
export async function selectReceipts(
  pool: Pool,
  agent: string,
  { lessonId, jobId, before, limit }: { lessonId?: string; jobId?: string; before?: string; limit: number },
): Promise<ReceiptView[]> {
  const { rows } = await pool.query<ReceiptView>(
    `select r.id::text, r.agent, r.credential, r.job_id as "jobId", r.skill, r.lesson_ids as "lessonIds",
            r.content_hash as "contentHash", r.position::text, r.render_version as "renderVersion",
            to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, r.answers::int
       from delivery.receipts r
      where r.agent = $1
        and ($2::uuid is null or r.lesson_ids @> array[$2::uuid])
        and ($3::text is null or r.job_id = $3)
        and ($4::bigint is null or r.id < $4)
      order by r.id desc
      limit $5`,
    [agent, lessonId ?? null, jobId ?? null, before ?? null, limit],
  );
  return rows;
}
