export const selectClock = 'select log_time.mode, log_time.now from ledger.log_time';

/** $1 time to move to. */
export const moveSimulatedClock = 'select ledger.set_simulated_clock($1) as now';

export const followSystemClock = 'select ledger.set_system_clock()';
