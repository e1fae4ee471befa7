/** Schema of ingestion: what is known of each job, its record, who read it, and what was refused. */
export const ingestionMigrations = [
  {
    schema: 'evidence',
    name: '0001-evidence',
    sql: `
      -- One row an agent, locked by whoever records for it or reads its batch: so the order of recording is gapless
      -- and a batch never sees half of it.
      create table evidence.agents (
        agent text primary key,
        last_seq bigint not null default 0,
        watermark bigint not null default 0,
        known_since timestamptz not null default now(),
        last_intake_at timestamptz
      );

      create table evidence.jobs (
        agent text not null,
        job_id text not null,
        -- A longer report of a job that a round has read adds a part.
        part int not null,
        -- Place in the agent's order of recording.
        seq bigint not null,
        credential text not null,
        status text not null,
        title text not null,
        -- SHA-256 of the folded task; null where the runner said what the job is a run of.
        task_key bytea,
        origin text not null,
        -- End of the first job of the origin.
        origin_at timestamptz not null,
        release text,
        signals text[] not null,
        classes text[] not null,
        state text not null check (state in ('no_signal', 'unread', 'in_round', 'read', 'passed_over', 'voided')),
        round_id uuid,
        finished_at timestamptz not null,
        -- By the clock of the deployment, which may be simulated.
        recorded_at timestamptz not null,
        -- Real time: finds the record's partition, and decides how long evidence is kept.
        stored_at timestamptz not null,
        first_item int not null,
        -- SHA-256 of each redacted item, one after the other.
        item_digests bytea not null,
        last_outcome text not null check (last_outcome in ('recorded', 'repeat')),
        reported_at timestamptz not null,
        primary key (agent, job_id, part)
      );
      create unique index jobs_in_order on evidence.jobs (agent, seq);
      create index jobs_with_signal on evidence.jobs (agent, seq) where state <> 'no_signal';
      create index jobs_unread on evidence.jobs (agent, finished_at, seq) where state = 'unread';
      create index jobs_by_round on evidence.jobs (round_id) where round_id is not null;
      create index jobs_by_task on evidence.jobs (agent, task_key) where task_key is not null;
      create index jobs_by_origin on evidence.jobs (agent, origin);
      create index jobs_by_end on evidence.jobs (agent, finished_at);
      create index jobs_by_release on evidence.jobs (agent, release, origin, finished_at) where release is not null;
      create index jobs_by_age on evidence.jobs using brin (stored_at);

      create table evidence.records (
        agent text not null,
        job_id text not null,
        part int not null,
        stored_at timestamptz not null,
        record json not null,
        excerpt text not null,
        redactions json not null,
        primary key (agent, job_id, part, stored_at)
      ) partition by range (stored_at);
      -- Takes what no month takes: nothing, while partitions are made ahead.
      create table evidence.records_default partition of evidence.records default;

      create table evidence.rounds (
        round_id uuid primary key,
        agent text not null,
        up_to bigint not null,
        release text,
        -- [{jobId, part}] of waiting candidates.
        waiting jsonb not null,
        pinned_at timestamptz not null default now(),
        outcome text check (outcome in ('consumed', 'given_back')),
        consumed int,
        passed_over int,
        settled_at timestamptz
      );
      create index rounds_by_age on evidence.rounds (pinned_at);

      create table evidence.dead_letters (
        id bigint generated always as identity primary key,
        stream text not null,
        sequence bigint not null,
        subject text not null,
        credential text,
        agent text,
        job_id text,
        code text not null,
        detail text not null,
        size int not null,
        digest text not null,
        received_at timestamptz not null,
        recorded_at timestamptz not null default now(),
        body text,
        replayed_at timestamptz
      );
      -- The same message again, after a crash.
      create unique index dead_letters_once on evidence.dead_letters (stream, sequence, digest);
      create index dead_letters_by_job on evidence.dead_letters (agent, job_id, id) where job_id is not null;

      create table evidence.keys (
        purpose text primary key,
        private_key text not null,
        public_key text not null,
        created_at timestamptz not null default now()
      );

      -- What each credential has sent, for health.
      create table evidence.intake (
        credential text primary key,
        recorded bigint not null default 0,
        repeats bigint not null default 0,
        refused bigint not null default 0,
        unknown_fields bigint not null default 0,
        -- The last unknown fields, with the name that was probably meant.
        last_unknown jsonb not null default '[]',
        last_at timestamptz not null
      );

      -- Partitions are made and dropped as the owner: the application's role cannot.
      create function evidence.make_partitions(ahead int) returns void
        language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare
        month timestamp := date_trunc('month', now() at time zone 'UTC');
      begin
        perform pg_advisory_xact_lock(hashtext('evidence.partitions'));
        for i in 0..ahead loop
          execute format(
            'create table if not exists evidence.%I partition of evidence.records for values from (%L) to (%L)',
            'records_' || to_char(month, 'YYYY_MM'),
            to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00',
            to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00');
          month := month + interval '1 month';
        end loop;
      end $$;

      -- Drops months that ended before the time given and are empty.
      create function evidence.drop_partitions(before timestamptz) returns int
        language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare
        partition text;
        used boolean;
        dropped int := 0;
      begin
        perform pg_advisory_xact_lock(hashtext('evidence.partitions'));
        for partition in
          select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
           where i.inhparent = 'evidence.records'::regclass and c.relname ~ '^records_\\d{4}_\\d{2}$'
        loop
          continue when to_date(right(partition, 7), 'YYYY_MM') + interval '1 month' > before at time zone 'UTC';
          execute format('select exists (select from evidence.%I)', partition) into used;
          continue when used;
          execute format('drop table evidence.%I', partition);
          dropped := dropped + 1;
        end loop;
        return dropped;
      end $$;

      select evidence.make_partitions(2);
    `,
  },
];
