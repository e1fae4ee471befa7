const SIGNED_HEAD_COLUMNS = `signed_heads.position, signed_heads.chain, signed_heads.epoch, signed_heads.time,
  signed_heads.key, signed_heads.signature`;

/** $1 position, $2 chain, $3 epoch, $4 time, $5 key, $6 signature. */
export const insertSignedHead = `insert into ledger.signed_heads (position, chain, epoch, time, key, signature)
  values ($1, $2, $3, $4, $5, $6) on conflict do nothing`;

export const selectLatestSignedHead = `select ${SIGNED_HEAD_COLUMNS} from ledger.signed_heads
  order by signed_heads.epoch desc, signed_heads.position desc limit 1`;

/** $1 position after which, $2 limit. */
export const selectSignedHeads = `select ${SIGNED_HEAD_COLUMNS} from ledger.signed_heads
  where signed_heads.position > $1
  order by signed_heads.epoch, signed_heads.position limit $2`;
