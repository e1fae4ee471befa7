/** $1 projection, $2 version in all of these. */

export const selectCheckpointForUpdate = `select checkpoints.position from ledger.checkpoints
  where checkpoints.projection = $1 and checkpoints.version = $2 for update`;

export const insertCheckpoint = `insert into ledger.checkpoints (projection, version, position, updated)
  values ($1, $2, 0, now()) on conflict do nothing`;

/** $3 position. */
export const updateCheckpoint = `update ledger.checkpoints set position = $3, updated = now()
  where checkpoints.projection = $1 and checkpoints.version = $2`;

export const selectLag = `select head.position - coalesce(checkpoints.position, 0) as lag
  from ledger.head
  left join ledger.checkpoints on checkpoints.projection = $1 and checkpoints.version = $2`;

/** $3 stream, $4 position, $5 error. */
export const insertQuarantine = `insert into ledger.quarantine (projection, version, stream, position, error, quarantined)
  values ($1, $2, $3, $4, $5, now())`;

export const selectQuarantine = `select quarantine.stream, quarantine.position, quarantine.error, quarantine.quarantined
  from ledger.quarantine where quarantine.projection = $1 and quarantine.version = $2
  order by quarantine.position`;
