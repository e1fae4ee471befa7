import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { FromEnvironment } from './config.js';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What every process of ours must know; apps add their own fields in a subclass. */
export class AppConfig {
  @FromEnvironment('MARGINALIA_DATABASE_URL')
  @Matches(/^postgres(?:ql)?:\/\//, { message: 'databaseUrl must be a postgresql:// URL' })
  databaseUrl!: string;

  @FromEnvironment('MARGINALIA_NATS_URL')
  @Matches(/^(?:nats|tls):\/\//, { message: 'natsUrl must be a nats:// or tls:// URL' })
  natsUrl!: string;

  /** Lets several deployments share one NATS. */
  @FromEnvironment('MARGINALIA_SUBJECT_PREFIX')
  @Matches(/^(?:[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)?$/, { message: 'subjectPrefix must be subject tokens' })
  subjectPrefix: string = '';

  /** Who this process is on the bus. */
  @FromEnvironment('MARGINALIA_CREDENTIAL')
  @Matches(/^svc-[a-z0-9-]{1,58}$/, { message: 'credential must be svc-<app>' })
  credential!: string;

  /** Take requests that name no credential; for a local start only. */
  @FromEnvironment('MARGINALIA_ALLOW_SHORT_SUBJECTS')
  @IsBoolean()
  allowShortSubjects: boolean = false;

  @FromEnvironment('MARGINALIA_HTTP_HOST')
  @IsString()
  httpHost: string = '127.0.0.1';

  /** 0 takes a free one. */
  @FromEnvironment('MARGINALIA_HTTP_PORT')
  @IsInt()
  @Min(0)
  @Max(65_535)
  httpPort: number = 4180;

  /** Further names under which HTTP may be asked, comma-separated: those of a gateway, say. */
  @FromEnvironment('MARGINALIA_HTTP_ALLOWED_HOSTS')
  @IsString()
  allowedHosts: string = '';

  @FromEnvironment('MARGINALIA_LOG_LEVEL')
  @IsIn(LOG_LEVELS)
  logLevel: LogLevel = 'info';

  /** JSON Lines go to standard error when absent. */
  @FromEnvironment('MARGINALIA_LOG_FILE')
  @IsOptional()
  @IsString()
  logFile?: string;

  @FromEnvironment('NODE_ENV')
  @IsOptional()
  @IsString()
  nodeEnv?: string;

  get production(): boolean {
    return this.nodeEnv === 'production';
  }
}
