import type { Pool } from 'pg';

import { insertBlobs, selectBlobs } from './blob.queries.js';
import { sha256Hex } from './canonical-json.js';

/** Files beside the log, named by their content. */
export class BlobStore {
  constructor(private readonly pool: Pool) {}

  /** Keeps the contents before the event that names them is appended; answers their hashes in order. */
  async put(contents: readonly Uint8Array[]): Promise<string[]> {
    const hashes = contents.map(sha256Hex);
    await this.pool.query(insertBlobs, [hashes, contents.map((content) => Buffer.from(content))]);
    return hashes;
  }

  /** The contents that exist, by hash. */
  async get(hashes: readonly string[]): Promise<Map<string, Buffer>> {
    const { rows } = await this.pool.query<{ hash: string; content: Buffer }>(selectBlobs, [hashes]);
    return new Map(rows.map(({ hash, content }) => [hash, content]));
  }
}
