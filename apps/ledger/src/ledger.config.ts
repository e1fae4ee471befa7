import { IsIn, IsISO8601, IsOptional } from 'class-validator';
import { AppConfig, FromEnvironment } from '#platform';

/** What a ledger of its own is told by the environment. */
export class LedgerConfig extends AppConfig {
  @FromEnvironment('MARGINALIA_CLOCK')
  @IsIn(['system', 'simulated'])
  clock: 'system' | 'simulated' = 'system';

  /** Where a simulated clock begins that was never set before; default: now. */
  @FromEnvironment('MARGINALIA_CLOCK_START')
  @IsOptional()
  @IsISO8601()
  clockStart?: string;
}
