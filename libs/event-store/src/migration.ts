import { readFileSync } from 'node:fs';

import { escapeIdentifier } from 'pg';

const load = (file: string): string => readFileSync(new URL(`./sql/${file}`, import.meta.url), 'utf8');

/** Creates or updates the schema `ledger`. Idempotent; run by the owner in one transaction. */
export const eventStoreMigration: string = ['schema.sql', 'append.sql', 'clock.sql'].map(load).join('\n');

/**
 * SQL that lets the application's `role` append and read, keep checkpoints and blobs. It cannot change or remove
 * an event: only the append function writes to the log.
 */
export function grantsFor(role: string): string {
  const name = escapeIdentifier(role);
  return [
    `grant usage on schema ledger to ${name}`,
    `grant select on all tables in schema ledger to ${name}`,
    `grant execute on all functions in schema ledger to ${name}`,
    `grant insert, update on ledger.checkpoints, ledger.quarantine to ${name}`,
    `grant insert on ledger.blobs, ledger.signed_heads to ${name}`,
    '',
  ].join(';\n');
}
