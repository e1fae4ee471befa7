import type { Pool } from 'pg';
import type { DeadLetter } from '#contracts';

export interface NewDeadLetter extends Omit<DeadLetter, 'id' | 'receivedAt' | 'replayedAt'> {
  sequence: number;
  receivedAt: Date;
}

export async function insertDeadLetter(pool: Pool, letter: NewDeadLetter): Promise<void> {
  await pool.query(
    `insert into evidence.dead_letters (stream, sequence, subject, credential, agent, job_id, code, detail, size, digest, received_at, body)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (stream, sequence, digest) do nothing`,
    [
      letter.stream,
      letter.sequence,
      letter.subject,
      letter.credential,
      letter.agent,
      letter.jobId,
      letter.code,
      letter.detail,
      letter.size,
      letter.digest,
      letter.receivedAt,
      letter.body,
    ],
  );
}

type Row = Omit<DeadLetter, 'receivedAt' | 'replayedAt'> & { receivedAt: Date; replayedAt: Date | null };

const COLUMNS = `d.id, d.stream, d.subject, d.credential, d.agent, d.job_id as "jobId", d.code, d.detail, d.size, d.digest,
  d.received_at as "receivedAt", d.replayed_at as "replayedAt"`;

/** Newest first, with so many characters of each body. */
export async function selectDeadLetters(
  pool: Pool,
  { before, limit, characters }: { before: string | null; limit: number; characters: number },
): Promise<DeadLetter[]> {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS}, case when length(d.body) > $3 then left(d.body, $3) || '…' else d.body end as body
       from evidence.dead_letters d
      where $1::bigint is null or d.id < $1 order by d.id desc limit $2`,
    [before, limit, characters],
  );
  return rows.map(shown);
}

export async function selectDeadLettersById(pool: Pool, ids: string[]): Promise<DeadLetter[]> {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS}, d.body from evidence.dead_letters d where d.id = any($1::bigint[])`,
    [ids],
  );
  return rows.map(shown);
}

export async function markReplayed(pool: Pool, id: string): Promise<void> {
  await pool.query('update evidence.dead_letters d set replayed_at = now() where d.id = $1 and d.replayed_at is null', [
    id,
  ]);
}

const shown = ({ receivedAt, replayedAt, ...row }: Row): DeadLetter => ({
  ...row,
  receivedAt: receivedAt.toISOString(),
  replayedAt: replayedAt?.toISOString() ?? null,
});
