import { STREAM_NAMES } from '#contracts';
import { Bus, provision } from '#messaging';
import { migrate, type Migration } from '#platform';
import { deliveryMigrations } from '../../delivery/src/delivery.migrations.js';
import { ingestionMigrations } from '../../ingestion/src/ingestion.migrations.js';
import { ledgerMigrations } from '../../ledger/src/ledger.migrations.js';
import { reflectionMigrations } from '../../reflection/src/reflection.migrations.js';

/** What the database of a whole deployment must have. */
export const allMigrations: Migration[] = [
  ...ledgerMigrations,
  ...ingestionMigrations,
  ...reflectionMigrations,
  ...deliveryMigrations,
];

/** Brings the database up to this version, as its owner. Answers the names of what was applied. */
export const migrateAll = (databaseUrl: string): Promise<string[]> => migrate(databaseUrl, allMigrations);

/** Creates or updates the streams. Answers their names. */
export async function provisionAll(natsUrl: string, subjectPrefix: string): Promise<string[]> {
  const bus = await Bus.connect({
    url: natsUrl,
    name: 'marginalia provision',
    credential: 'svc-provision',
    prefix: subjectPrefix,
  });
  try {
    await provision(bus);
    return STREAM_NAMES.map((name) => bus.subjects.stream(name));
  } finally {
    await bus.close();
  }
}
