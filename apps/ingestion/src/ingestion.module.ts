import { Module, type OnModuleInit } from '@nestjs/common';
import { Bus } from '#messaging';
import { AppConfig, HealthChecks, poolProvider } from '#platform';
import { DeadLettersHandlers } from './deadletters/dead-letters.handlers.js';
import { DeadLetters } from './deadletters/dead-letters.js';
import { Attestor } from './evidence/attestor.js';
import { Batches } from './evidence/batches.js';
import { EvidenceHandlers } from './evidence/evidence.handlers.js';
import { JobsHandlers } from './evidence/jobs.handlers.js';
import { Recorder } from './evidence/recorder.js';
import { Retention } from './evidence/retention.js';
import { IngestionConfig } from './ingestion.config.js';
import { INGESTION_POOL } from './ingestion.tokens.js';
import { CheckHandlers } from './receive/check.handlers.js';
import { Intake } from './receive/intake.js';
import { IntakeLimits } from './receive/intake-limits.js';
import { JobsConsumer } from './receive/jobs.consumer.js';
import { JobsRoute } from './receive/jobs.route.js';
import { ReadingPool } from './receive/reading/reading.pool.js';

const DEFAULTS = new IngestionConfig();

/** A process that runs other apps too has a config that knows none of this. */
const ownConfig = (config: AppConfig): IngestionConfig => (config instanceof IngestionConfig ? config : DEFAULTS);

/** A local start serves its owner only, whose imports must not wait. */
function limitsOf(config: AppConfig): IntakeLimits {
  if (config.allowShortSubjects) return new IntakeLimits(Infinity, Infinity);
  const { reportsPerSecond, reportBurst } = ownConfig(config);
  return new IntakeLimits(reportsPerSecond, reportBurst);
}

function readersOf(config: AppConfig): ReadingPool {
  const { readers, reportBudgetMs } = ownConfig(config);
  return new ReadingPool({ size: readers, budgetMs: reportBudgetMs });
}

/** Turns job reports into evidence, and hands it to reflection. */
@Module({
  controllers: [CheckHandlers, JobsHandlers, EvidenceHandlers, DeadLettersHandlers],
  providers: [
    poolProvider(INGESTION_POOL, { max: 6 }),
    { provide: ReadingPool, useFactory: readersOf, inject: [AppConfig] },
    { provide: IntakeLimits, useFactory: limitsOf, inject: [AppConfig] },
    Recorder,
    Intake,
    DeadLetters,
    JobsConsumer,
    JobsRoute,
    Attestor,
    Batches,
    Retention,
  ],
})
export class IngestionModule implements OnModuleInit {
  constructor(
    private readonly bus: Bus,
    private readonly health: HealthChecks,
  ) {}

  onModuleInit(): void {
    // Without the stream every publish of a runner is refused.
    this.health.add('jobs', async () => {
      const stream = this.bus.subjects.stream('MARGINALIA_JOBS');
      return (await (await this.bus.manager()).streams.info(stream)).config.name === stream;
    });
  }
}
