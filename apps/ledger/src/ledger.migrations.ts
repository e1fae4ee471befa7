import { eventStoreMigration } from '#event-store';
import type { Migration } from '#platform';
import { readModelsSql } from './readmodels/read-models.sql.js';

/** Schemas of the ledger: the log, and what is made from it. */
export const ledgerMigrations: Migration[] = [
  { schema: 'ledger', name: 'log', sql: eventStoreMigration, repeatable: true },
  { schema: 'ledger_read', name: '0001-read-models', sql: readModelsSql },
];
