-- Appends a batch of groups in one statement and answers one row a group, in order. A group is all or none,
-- and its refusal touches no other group.
--
-- batch: {
--   processTime: ISO-8601 time of the calling process when it sent the batch,
--   streams: [name]              each stream once; everything below names it by its place here, from 1
--   events:  [{stream, id, type, type_version, by, cause, salt, data}]      all groups' events, in order
--   groups:  [{credential, key, body_digest, result, machine, events,      `events`: how many of them
--              expect_streams: [place], expect_versions: [version],         0: must not exist
--              guard_from: [name], guard_to: [name], guard_since: [position]}]  from <= stream < to
-- }
-- One (credential, key) may stand in a batch once; both null where the command needs no idempotency.
--
-- Everything known of a stream is loaded into arrays first and all rows are written last, so that the loop
-- under the lock runs no statement except for guards.
create or replace function ledger.append(batch jsonb)
returns table (
  status text,
  first_position bigint,
  last_position bigint,
  event_versions bigint[],
  recorded timestamptz,
  stored_result text,
  moved_stream text,
  moved_version bigint
)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
-- The tables are large and the batch is small: always by index, also before the first ANALYZE.
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $append$
declare
  log_head ledger.head;
  clock ledger.clock;
  start bigint;
  event_time timestamptz;
  event_time_text text;
  suspect boolean;

  stream_names text[];
  stream_versions bigint[];
  stream_positions bigint[];
  stream_digests text[];

  event_streams int[];
  envelope_openings text[];
  envelope_closings text[];

  positions bigint[];
  versions bigint[];
  digests text[];
  prevs text[];
  chains text[];
  group_firsts bigint[];
  group_lasts bigint[];
  group_event_ends int[];

  item record;
  event_from int;
  event_to int := 0;
  place int;
begin
  select * into strict log_head from ledger.head for update;
  select * into strict clock from ledger.clock;
  start := log_head.position;

  event_time := greatest(
    log_head.last_time,
    case clock.mode when 'system' then date_trunc('milliseconds', clock_timestamp()) else clock.now end
  );
  event_time_text := to_char(event_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  -- statement_timestamp() is when the batch arrived: waiting for the lock is no fault of a clock.
  suspect := clock.mode = 'system' and (
    log_head.last_time > clock_timestamp() + interval '5 seconds'
    or abs(extract(epoch from statement_timestamp() - (batch ->> 'processTime')::timestamptz)) > 5
  );

  select array_agg(known.name), array_agg(known.version), array_agg(known.last_position), array_agg(known.last_digest)
  into stream_names, stream_versions, stream_positions, stream_digests
  from (
    select
      named.name,
      coalesce(streams.version, 0) as version,
      coalesce(streams.last_position, 0) as last_position,
      coalesce(streams.last_digest, '') as last_digest
    from jsonb_array_elements_text(batch -> 'streams') with ordinality as named (name, n)
    left join ledger.streams on streams.stream = named.name
    order by named.n
  ) as known;

  -- The canonical envelope but for what only the loop knows: the digest before it and the version.
  -- to_json escapes exactly as RFC 8785 does; "by" is canonical JSON already.
  select array_agg(drafts.stream), array_agg(drafts.opening), array_agg(drafts.closing)
  into event_streams, envelope_openings, envelope_closings
  from (
    select
      e.stream,
      '{"by":' || e."by" || ',"cause":' || to_json(e.cause)
        || ',"data":"' || encode(sha256(convert_to(e.salt || e.data, 'UTF8')), 'hex')
        || '","epoch":' || log_head.epoch || ',"id":"' || e.id || '","prev":"' as opening,
      '","stream":' || to_json(stream_names[e.stream]) || ',"time":"' || event_time_text
        || '","type":' || to_json(e.type || '.v' || e.type_version) || ',"version":' as closing
    from rows from (
      jsonb_to_recordset(batch -> 'events') as (
        stream int, id uuid, type text, type_version int, "by" text, cause text, salt text, data text
      )
    ) with ordinality as e (stream, id, type, type_version, "by", cause, salt, data, n)
    order by e.n
  ) as drafts;

  positions := array_fill(null::bigint, array[coalesce(cardinality(event_streams), 0)]);
  versions := positions;
  digests := array_fill(null::text, array[coalesce(cardinality(event_streams), 0)]);
  prevs := digests;
  chains := digests;
  group_firsts := array_fill(null::bigint, array[jsonb_array_length(batch -> 'groups')]);
  group_lasts := group_firsts;
  group_event_ends := group_firsts;

  <<each_group>>
  for item in
    select
      g.*,
      commands.body_digest as known_digest,
      commands.result as known_result,
      commands.first_position as known_first,
      commands.last_position as known_last,
      commands.versions as known_versions,
      commands.recorded as known_recorded
    from rows from (
      jsonb_to_recordset(batch -> 'groups') as (
        credential text, key text, body_digest text, machine boolean, events int,
        expect_streams int[], expect_versions bigint[],
        guard_from text[], guard_to text[], guard_since bigint[]
      )
    ) with ordinality as g (
      credential, key, body_digest, machine, events,
      expect_streams, expect_versions, guard_from, guard_to, guard_since, n
    )
    left join ledger.commands on commands.credential = g.credential and commands.key = g.key
    order by g.n
  loop
    status := null;
    first_position := null;
    last_position := null;
    event_versions := null;
    recorded := null;
    stored_result := null;
    moved_stream := null;
    moved_version := null;
    event_from := event_to + 1;
    event_to := event_to + item.events;

    if item.known_digest is not null then
      if item.known_digest = item.body_digest then
        status := 'duplicate';
        first_position := item.known_first;
        last_position := item.known_last;
        event_versions := item.known_versions;
        recorded := item.known_recorded;
        stored_result := item.known_result;
      else
        status := 'idempotency_mismatch';
      end if;
      return next;
      continue;
    end if;

    if item.machine and suspect then
      status := 'clock_suspect';
      return next;
      continue;
    end if;

    for i in 1 .. cardinality(item.expect_streams) loop
      place := item.expect_streams[i];
      if stream_versions[place] <> item.expect_versions[i] then
        status := 'conflict';
        moved_stream := stream_names[place];
        moved_version := stream_versions[place];
        return next;
        continue each_group;
      end if;
    end loop;

    for i in 1 .. cardinality(item.guard_from) loop
      -- What this batch itself has written is newer than any position a caller can have seen.
      select moved.stream, moved.version into moved_stream, moved_version
      from (
        select streams.stream, streams.version
        from ledger.streams
        where streams.stream >= item.guard_from[i]
          and streams.stream < item.guard_to[i]
          and streams.last_position > item.guard_since[i]
        union all
        select written.stream, written.version
        from unnest(stream_names, stream_versions, stream_positions) as written (stream, version, last_position)
        where written.last_position > start
          and written.stream collate "C" >= item.guard_from[i]
          and written.stream collate "C" < item.guard_to[i]
      ) as moved
      limit 1;
      if found then
        status := 'conflict';
        return next;
        continue each_group;
      end if;
    end loop;

    for i in event_from .. event_to loop
      place := event_streams[i];
      log_head.position := log_head.position + 1;
      positions[i] := log_head.position;
      versions[i] := stream_versions[place] + 1;
      prevs[i] := stream_digests[place];
      digests[i] := encode(
        sha256(convert_to(envelope_openings[i] || prevs[i] || envelope_closings[i] || versions[i] || '}', 'UTF8')), 'hex'
      );
      log_head.chain := encode(sha256(convert_to(log_head.chain || log_head.position || digests[i], 'UTF8')), 'hex');
      chains[i] := log_head.chain;
      stream_versions[place] := versions[i];
      stream_positions[place] := log_head.position;
      stream_digests[place] := digests[i];
    end loop;

    status := 'ok';
    first_position := positions[event_from];
    last_position := log_head.position;
    event_versions := coalesce(versions[event_from:event_to], '{}');
    if item.events = 0 then
      first_position := null;
    end if;
    recorded := event_time;
    group_firsts[item.n] := first_position;
    group_lasts[item.n] := last_position;
    group_event_ends[item.n] := event_to;
    return next;
  end loop;

  if log_head.position > start then
    insert into ledger.events (
      position, stream, version, id, type, type_version, time, epoch, "by", cause, salt, data, digest, prev, chain
    )
    select
      e.position, stream_names[e.stream], e.version, e.id, e.type, e.type_version, event_time, log_head.epoch,
      e."by", e.cause, e.salt, e.data, e.digest, e.prev, e.chain
    from rows from (
      jsonb_to_recordset(batch -> 'events') as (
        stream int, id uuid, type text, type_version int, "by" text, cause text, salt text, data text
      ),
      unnest(positions), unnest(versions), unnest(digests), unnest(prevs), unnest(chains)
    ) as e (stream, id, type, type_version, "by", cause, salt, data, position, version, digest, prev, chain)
    where e.position is not null;

    insert into ledger.streams as known (stream, version, last_position, last_digest)
    select s.stream, s.version, s.last_position, s.last_digest
    from unnest(stream_names, stream_versions, stream_positions, stream_digests)
      as s (stream, version, last_position, last_digest)
    where s.last_position > start
    on conflict (stream) do update
    set version = excluded.version, last_position = excluded.last_position, last_digest = excluded.last_digest;

    update ledger.head set position = log_head.position, chain = log_head.chain, last_time = event_time;
    perform pg_notify('ledger_appended', log_head.position::text);
  end if;

  insert into ledger.commands (
    credential, key, body_digest, result, first_position, last_position, versions, recorded
  )
  select
    g.credential, g.key, g.body_digest, g.result, g.first_position, g.last_position,
    coalesce(versions[g.event_end - g.events + 1 : g.event_end], '{}'), event_time
  from rows from (
    jsonb_to_recordset(batch -> 'groups') as (credential text, key text, body_digest text, result text, events int),
    unnest(group_firsts), unnest(group_lasts), unnest(group_event_ends)
  ) as g (credential, key, body_digest, result, events, first_position, last_position, event_end)
  where g.last_position is not null and g.key is not null;
end
$append$;

revoke all on function ledger.append(jsonb) from public;
