import type { Pool } from 'pg';

import { sha256Hex } from './canonical-json.js';

/** Files beside the log, named by their content. */
export class BlobStore {
  constructor(private readonly pool: Pool) {}

  /** Keeps the contents before the event that names them is appended; answers their hashes in order. */
  async put(contents: readonly Uint8Array[]): Promise<string[]> {
    const hashes = contents.map(sha256Hex);
    await this.pool.query(
      `insert into ledger.blobs (hash, content, size)
       select blob.hash, blob.content, octet_length(blob.content)
       from unnest($1::text[], $2::bytea[]) as blob (hash, content)
       on conflict (hash) do nothing`,
      [hashes, contents.map((content) => Buffer.from(content))],
    );
    return hashes;
  }

  /** The contents that exist, by hash. */
  async get(hashes: readonly string[]): Promise<Map<string, Buffer>> {
    const { rows } = await this.pool.query<{ hash: string; content: Buffer }>(
      'select blobs.hash, blobs.content from ledger.blobs where blobs.hash = any ($1)',
      [hashes],
    );
    return new Map(rows.map(({ hash, content }) => [hash, content]));
  }
}
