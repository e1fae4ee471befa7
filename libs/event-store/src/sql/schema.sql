-- The one append-only log. Idempotent; run by the owner. Names of streams, credentials and keys compare
-- as bytes (collate "C"), so that a range of names is a range of the index.
create schema if not exists ledger;

-- One row. Its lock orders the appends: positions are gapless and in commit order.
create table if not exists ledger.head (
  only_row boolean primary key default true check (only_row),
  position bigint not null,
  chain text not null,
  epoch int not null,
  last_time timestamptz not null
);
insert into ledger.head (position, chain, epoch, last_time)
values (0, '', 1, 'epoch')
on conflict do nothing;

-- "by" and data are canonical JSON text (RFC 8785), kept as text so that digests are checked from what is stored.
create table if not exists ledger.events (
  position bigint primary key,
  stream text collate "C" not null,
  version bigint not null,
  id uuid not null,
  type text not null,
  type_version int not null,
  time timestamptz not null,
  epoch int not null,
  "by" text not null,
  cause text not null,
  salt text not null,
  data text not null,
  digest text not null,
  prev text not null,
  chain text not null,
  unique (stream, version)
);

create table if not exists ledger.streams (
  stream text collate "C" primary key,
  version bigint not null,
  last_position bigint not null,
  last_digest text not null
) with (fillfactor = 80);

-- Commands that were answered `ok`, for repeats. last_position is what the answer depends on: the last event
-- of the command, or the head when it appended nothing (first_position is null then).
create table if not exists ledger.commands (
  credential text collate "C" not null,
  key text collate "C" not null,
  body_digest text not null,
  result text not null,
  first_position bigint,
  last_position bigint not null,
  versions bigint[] not null,
  recorded timestamptz not null,
  primary key (credential, key)
);

create table if not exists ledger.clock (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('system', 'simulated')),
  now timestamptz
);
insert into ledger.clock (mode) values ('system') on conflict do nothing;

create table if not exists ledger.signed_heads (
  epoch int not null,
  position bigint not null,
  key text collate "C" not null,
  chain text not null,
  time timestamptz not null,
  signature text not null,
  primary key (epoch, position, key)
);

create table if not exists ledger.checkpoints (
  projection text collate "C" not null,
  version int not null,
  position bigint not null,
  updated timestamptz not null,
  primary key (projection, version)
);

-- Streams that a projection stopped applying, from the event that it could not apply.
create table if not exists ledger.quarantine (
  projection text collate "C" not null,
  version int not null,
  stream text collate "C" not null,
  position bigint not null,
  error text not null,
  quarantined timestamptz not null,
  primary key (projection, version, stream)
);

-- Files beside the log, named by the SHA-256 of their bytes, hex.
create table if not exists ledger.blobs (
  hash text collate "C" primary key,
  content bytea not null,
  size int not null
);

revoke all on schema ledger from public;
