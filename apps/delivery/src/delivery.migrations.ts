/** Schema of delivery: receipts only; everything else it knows, it has from the log. */
export const deliveryMigrations = [
  {
    schema: 'delivery',
    name: '0001-receipts',
    sql: `
      create table delivery.receipts (
        id bigint generated always as identity primary key,
        agent text not null,
        credential text not null,
        job_id text,
        skill text not null,
        lesson_ids uuid[] not null,
        content_hash text not null,
        position bigint not null,
        render_version text not null,
        at timestamptz not null,
        answers bigint not null
      );
      create unique index receipts_counted on delivery.receipts (agent, skill, credential, content_hash, at, coalesce(job_id, ''));
      create index receipts_by_agent on delivery.receipts (agent, id desc);
      create index receipts_by_job on delivery.receipts (agent, job_id) where job_id is not null;
      create index receipts_by_lesson on delivery.receipts using gin (lesson_ids);
    `,
  },
];
