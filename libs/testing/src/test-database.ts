import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { testEnvironment } from './test-environment.js';

export interface TestDatabase {
  /** A superuser's URL of an empty database that nobody else uses. */
  url: string;
  /** Removes it, closing whatever is still connected. */
  drop(): Promise<void>;
}

/** Creates a database on the run's PostgreSQL. The name only helps when reading the server's log. */
export async function testDatabase(name = 'test'): Promise<TestDatabase> {
  const database = `${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 40)}_${randomBytes(5).toString('hex')}`;
  const server = testEnvironment('MARGINALIA_TEST_DATABASE_URL');
  await execute(server, `create database "${database}"`);
  const url = new URL(server);
  url.pathname = `/${database}`;
  return { url: url.href, drop: () => execute(server, `drop database if exists "${database}" with (force)`) };
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
