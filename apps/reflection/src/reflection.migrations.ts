/** Schema of reflection: ticks of the cron, the visits they cause, rounds with their candidates, reviews. */
export const reflectionMigrations = [
  {
    schema: 'reflection',
    name: '0001-rounds',
    sql: `
      create table reflection.ticks (
        tick timestamptz primary key,
        -- Agents are listed page by page; a crash in between goes on from here.
        cursors jsonb not null default '{}',
        listed boolean not null default false
      );

      -- One visit an agent and tick, whatever the number of replicas: the primary key says so.
      create table reflection.visits (
        tick timestamptz not null references reflection.ticks,
        agent text not null,
        start_at timestamptz not null,
        done_at timestamptz,
        primary key (tick, agent)
      );
      create index visits_waiting on reflection.visits (start_at) where done_at is null;

      create table reflection.rounds (
        round_id uuid primary key,
        -- The order in which rounds began: a clock that stands still cannot tell it.
        nth bigint generated always as identity,
        agent text not null,
        tick timestamptz,
        reflector text not null,
        status text not null check (status in ('open', 'closed', 'failed')),
        outcome text,
        created_at timestamptz not null,
        deadline timestamptz not null,
        closed_at timestamptz,
        up_to bigint,
        jobs jsonb not null default '[]',
        -- What is proposed is kept before it is sent, so that a crash sends the same again.
        proposal jsonb,
        candidates jsonb not null default '[]',
        position bigint,
        failure text
      );
      create unique index rounds_one_open on reflection.rounds (agent) where status = 'open';
      create unique index rounds_one_a_tick on reflection.rounds (agent, tick) where tick is not null;
      create index rounds_by_agent on reflection.rounds (agent, nth desc);

      create table reflection.reviews (
        review_id uuid primary key,
        agent text not null,
        created_at timestamptz not null,
        status text not null,
        verdicts jsonb not null,
        reply jsonb
      );
      create index reviews_by_agent on reflection.reviews (agent, created_at desc);
    `,
  },
];
