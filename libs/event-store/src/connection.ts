import type { Pool, PoolClient } from 'pg';

/** A pool or one of its connections. */
export type Queryable = Pick<Pool, 'query'>;

/** Lends a connection to `use`; one that failed in it is closed, not given back to the pool. */
export async function withClient<T>(pool: Pool, use: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A lent connection that breaks says so twice, to the query and here; unheard, the latter ends the process.
  let failed = false;
  const onError = (): void => {
    failed = true;
  };
  client.on('error', onError);
  try {
    return await use(client);
  } catch (error) {
    failed = true;
    throw error;
  } finally {
    if (!failed) client.off('error', onError);
    client.release(failed);
  }
}

/** Commits what `use` did, or rolls it back when it throws. */
export function inTransaction<T>(pool: Pool, use: (client: PoolClient) => Promise<T>): Promise<T> {
  return withClient(pool, async (client) => {
    await client.query('begin');
    try {
      const result = await use(client);
      await client.query('commit');
      return result;
    } catch (error) {
      // On a broken connection this fails too, and the first error says why.
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  });
}
