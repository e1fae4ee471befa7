import type { Pool, PoolClient } from 'pg';

/** What a credential has sent, to be added up. */
export interface IntakeCount {
  credential: string;
  recorded: number;
  repeats: number;
  refused: number;
  unknownFields: number;
  /** Unknown fields of the last report that had any; empty leaves the old ones. */
  lastUnknown: { path: string; nearest?: string }[];
}

/** Sorted by credential, so that two of these never wait for each other. */
export async function addIntakeCounts(client: Pool | PoolClient, counts: IntakeCount[], at: Date): Promise<void> {
  const sorted = [...counts].sort((one, other) => (one.credential < other.credential ? -1 : 1));
  await client.query(
    `insert into evidence.intake as i (credential, recorded, repeats, refused, unknown_fields, last_unknown, last_at)
     select c.credential, c.recorded, c.repeats, c.refused, c."unknownFields", c."lastUnknown", $2
       from jsonb_to_recordset($1::jsonb) as c(credential text, recorded bigint, repeats bigint, refused bigint,
            "unknownFields" bigint, "lastUnknown" jsonb)
     on conflict (credential) do update set
       recorded = i.recorded + excluded.recorded,
       repeats = i.repeats + excluded.repeats,
       refused = i.refused + excluded.refused,
       unknown_fields = i.unknown_fields + excluded.unknown_fields,
       last_unknown = case when excluded.last_unknown = '[]' then i.last_unknown else excluded.last_unknown end,
       last_at = greatest(i.last_at, excluded.last_at)`,
    [JSON.stringify(sorted), at],
  );
}
