import { IsInt, Min } from 'class-validator';
import { AppConfig, FromEnvironment } from '#platform';

export class IngestionConfig extends AppConfig {
  /** Reports a second that one credential may send, for long. */
  @FromEnvironment('MARGINALIA_INTAKE_REPORTS_PER_SECOND')
  @IsInt()
  @Min(1)
  reportsPerSecond: number = 50;

  /** Reports that it may send at once after a rest. */
  @FromEnvironment('MARGINALIA_INTAKE_BURST')
  @IsInt()
  @Min(1)
  reportBurst: number = 500;

  /** Processor time that reading one report may take, milliseconds. */
  @FromEnvironment('MARGINALIA_INTAKE_REPORT_BUDGET_MS')
  @IsInt()
  @Min(1)
  reportBudgetMs: number = 2_000;

  /** Worker threads that read reports. */
  @FromEnvironment('MARGINALIA_INTAKE_READERS')
  @IsInt()
  @Min(1)
  readers: number = 1;
}
