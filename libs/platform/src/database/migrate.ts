import { createHash } from 'node:crypto';
import pg from 'pg';

/** One step of a schema. Steps run in the order given, once; a repeatable one, written to be idempotent, whenever it changed. */
export interface Migration {
  schema: string;
  name: string;
  sql: string;
  repeatable?: boolean;
}

interface Applied {
  schema: string;
  name: string;
  digest: string;
}

/** Any number that no other program of the database locks. */
const LOCK = 4_180_001;
const digestOf = ({ sql }: Migration): string => createHash('sha256').update(sql).digest('hex');
const same = (one: Migration | Applied, other: Migration | Applied): boolean =>
  one.schema === other.schema && one.name === other.name;

/**
 * Applies what is missing, as the owner of the database, in one transaction: all of it or nothing. Several at once wait for
 * each other. Answers the names of what was applied.
 * @throws when a step that was applied has been changed since
 */
export function migrate(url: string, migrations: Migration[]): Promise<string[]> {
  return withClient(url, async (client) => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await client.query(`
      create table if not exists public.marginalia_migrations (
        schema text not null,
        name text not null,
        digest text not null,
        applied_at timestamptz not null default now(),
        primary key (schema, name)
      )`);
    const due = dueMigrations(migrations, await appliedMigrations(client));
    for (const migration of due) await apply(client, migration);
    await client.query('commit');
    return due.map(({ schema, name }) => `${schema}/${name}`);
  });
}

/** @throws an error that lists what is missing and names the command that applies it. */
export async function verifyMigrations(url: string, migrations: Migration[]): Promise<void> {
  const due = await withClient(url, async (client) => {
    const known = await client.query<{ known: boolean }>(
      "select to_regclass('public.marginalia_migrations') is not null as known",
    );
    return known.rows[0]!.known ? dueMigrations(migrations, await appliedMigrations(client)) : migrations;
  });
  if (due.length === 0) return;
  const names = due.map(({ schema, name }) => `${schema}/${name}`).join(', ');
  throw new Error(`The database lacks ${names}. Run: marginalia migrate`);
}

async function appliedMigrations(client: pg.Client): Promise<Applied[]> {
  return (await client.query<Applied>('select schema, name, digest from public.marginalia_migrations')).rows;
}

function dueMigrations(migrations: Migration[], applied: Applied[]): Migration[] {
  return migrations.filter((migration) => {
    const known = applied.find((one) => same(one, migration));
    if (known === undefined) return true;
    if (known.digest === digestOf(migration)) return false;
    if (migration.repeatable === true) return true;
    throw new Error(`${migration.schema}/${migration.name} was changed after it had been applied to this database.`);
  });
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { schema, name, sql } = migration;
  try {
    await client.query(`create schema if not exists ${pg.escapeIdentifier(schema)}`);
    await client.query(sql);
  } catch (error) {
    throw new Error(`${schema}/${name} failed: ${(error as Error).message}`, { cause: error });
  }
  await client.query(
    `insert into public.marginalia_migrations (schema, name, digest) values ($1, $2, $3)
     on conflict (schema, name) do update set digest = excluded.digest, applied_at = now()`,
    [schema, name, digestOf(migration)],
  );
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    // A transaction that was not committed ends with its connection.
    await client.end();
  }
}
