-- What an event appended now would carry. A simulated clock stands still until it is moved.
create or replace view ledger.log_time as
select
  clock.mode,
  greatest(
    head.last_time,
    case clock.mode when 'system' then date_trunc('milliseconds', clock_timestamp()) else clock.now end
  ) as now
from ledger.clock, ledger.head;

-- Moves the simulated clock to `target`, or as near to it as is allowed: never back, never below the last event.
-- Takes the head's lock, so that no append in flight carries a later time than what this answers.
create or replace function ledger.set_simulated_clock(target timestamptz)
returns timestamptz
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $clock$
declare
  last_event timestamptz;
  moved timestamptz;
begin
  select last_time into strict last_event from ledger.head for update;
  update ledger.clock
  set mode = 'simulated', now = greatest(date_trunc('milliseconds', target), last_event, now)
  returning now into strict moved;
  return moved;
end
$clock$;

create or replace function ledger.set_system_clock()
returns void
language sql
security definer
set search_path = pg_catalog, pg_temp
begin atomic
  update ledger.clock set mode = 'system';
end;

revoke all on function ledger.set_simulated_clock(timestamptz) from public;
revoke all on function ledger.set_system_clock() from public;
