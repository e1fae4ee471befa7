/** $1 hashes, $2 contents. */
export const insertBlobs = `insert into ledger.blobs (hash, content, size)
  select blob.hash, blob.content, octet_length(blob.content)
  from unnest($1::text[], $2::bytea[]) as blob (hash, content)
  on conflict (hash) do nothing`;

/** $1 hashes. */
export const selectBlobs = 'select blobs.hash, blobs.content from ledger.blobs where blobs.hash = any ($1)';
