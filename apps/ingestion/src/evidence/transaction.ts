import type { Pool, PoolClient } from 'pg';

/** Commits what `use` did, or rolls it back when it throws; a connection that failed is closed, not given back. */
export async function inTransaction<T>(pool: Pool, use: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A lent connection that breaks says so twice, to the query and here; unheard, the latter ends the process.
  const onError = (): void => undefined;
  client.on('error', onError);
  let failed = true;
  try {
    await client.query('begin');
    const result = await use(client);
    await client.query('commit');
    failed = false;
    return result;
  } catch (error) {
    // On a broken connection this fails too, and the first error says why.
    await client.query('rollback').then(
      () => (failed = false),
      () => undefined,
    );
    throw error;
  } finally {
    client.off('error', onError);
    client.release(failed);
  }
}
