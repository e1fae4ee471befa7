/** Tables made from the log; they can be dropped and built again. Agents and skills compare as bytes, as the log does. */
export const readModelsSql = `
  create table ledger_read.lessons (
    lesson_id uuid primary key,
    agent text collate "C" not null,
    skill text collate "C" not null,
    author text not null,
    created_at timestamptz not null,
    lease_end timestamptz,
    grace_end timestamptz,
    checked_release text,
    checked_skill_hash text,
    ended text,
    ended_at timestamptz
  );
  create index lessons_by_agent on ledger_read.lessons (agent, skill);
  create index lessons_standing on ledger_read.lessons (agent) where ended is null and author = 'machine';

  create table ledger_read.agents (
    agent text collate "C" primary key,
    release text
  );

  create table ledger_read.skills (
    skill text collate "C" primary key,
    version int not null,
    description text not null,
    archived boolean not null default false,
    enabled_by_default boolean not null default true,
    skill_hash text not null,
    skill_text_hash text not null,
    published_at timestamptz not null
  );


  -- No read model, but the application must write it once: the key that signs heads.
  create table ledger_read.signing_key (
    only_row boolean primary key default true check (only_row),
    private_key text not null
  );
`;
