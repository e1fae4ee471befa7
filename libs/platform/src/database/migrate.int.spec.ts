import { testDatabase, type TestDatabase } from '#testing';
import { Database } from './database.js';
import { migrate, verifyMigrations, type Migration } from './migrate.js';

const first: Migration = { schema: 'notes', name: '0001', sql: 'create table notes.notes (id bigint primary key)' };
const second: Migration = { schema: 'notes', name: '0002', sql: 'alter table notes.notes add text text' };

describe('migrations', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabase('migrate');
  });
  afterEach(() => database.drop());

  it('applies each once, whoever comes at the same time', async () => {
    const both = await Promise.all([migrate(database.url, [first]), migrate(database.url, [first])]);
    expect(both.flat()).toEqual(['notes/0001']);
    expect(await migrate(database.url, [first, second])).toEqual(['notes/0002']);
    await expect(verifyMigrations(database.url, [first, second])).resolves.toBeUndefined();
  });

  it('says what is missing and how to apply it', async () => {
    await expect(verifyMigrations(database.url, [first])).rejects.toThrow('lacks notes/0001. Run: marginalia migrate');
    await migrate(database.url, [first]);
    await expect(verifyMigrations(database.url, [first, second])).rejects.toThrow('lacks notes/0002');
  });

  it('leaves nothing behind when a step fails', async () => {
    const broken = { ...second, sql: 'alter table notes.missing add text text' };
    await expect(migrate(database.url, [first, broken])).rejects.toThrow('notes/0002 failed');
    expect(await migrate(database.url, [first])).toEqual(['notes/0001']);
  });

  it('refuses a step that was changed after it was applied, but repeats one that is meant to be', async () => {
    const again = {
      ...first,
      name: '0000',
      sql: 'create or replace view notes.one as select 1 as a',
      repeatable: true,
    };
    await migrate(database.url, [again, first]);
    await expect(migrate(database.url, [{ ...first, sql: 'select 1' }])).rejects.toThrow('was changed');
    const changed = { ...again, sql: `${again.sql} -- newer` };
    await expect(verifyMigrations(database.url, [changed])).rejects.toThrow('notes/0000');
    expect(await migrate(database.url, [changed, first])).toEqual(['notes/0000']);
  });

  it('gives pools and data sources that are closed together', async () => {
    await migrate(database.url, [first]);
    const opened = new Database(database.url);
    const pool = opened.pool();
    await pool.query('insert into notes.notes values (9007199254740993)');
    expect((await pool.query('select id from notes.notes')).rows).toEqual([{ id: '9007199254740993' }]);
    const source = await opened.dataSource({ schema: 'notes', entities: [] });
    expect(await source.query('select count(*)::int as count from notes.notes')).toEqual([{ count: 1 }]);
    await opened.close();
    expect(source.isInitialized).toBe(false);
  });
});
