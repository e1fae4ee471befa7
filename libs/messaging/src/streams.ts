import {
  AckPolicy,
  DiscardPolicy,
  nanos,
  RetentionPolicy,
  StorageType,
  type ConsumerConfig,
  type StreamConfig,
} from 'nats';
import { STREAM_NAMES, type StreamName, type Subjects } from '#contracts';

export const DEFAULT_ACK_WAIT_MS = 30_000;
const DAY_MS = 24 * 3_600_000;
const MIB = 1024 * 1024;

/** Bytes a stream may take. JetStream reserves them, so the sum must fit the server's store. */
export type StreamSizes = Record<Exclude<StreamName, 'MARGINALIA_LOG' | 'MARGINALIA_HEADS'>, number>;

export const STREAM_SIZES: StreamSizes = {
  MARGINALIA_JOBS: 512 * MIB,
  MARGINALIA_WORK: 64 * MIB,
  MARGINALIA_DEADLETTERS: 128 * MIB,
};

export type DeclaredStream = Partial<StreamConfig> & Pick<StreamConfig, 'name' | 'subjects'>;

/**
 * Every stream there is. Only options that nats-server 2.9 knows; newer servers take them alike.
 * The log and the signed heads are kept whole: PostgreSQL holds the same, so they need no reservation.
 */
export function declaredStreams(subjects: Subjects, sizes: StreamSizes = STREAM_SIZES): DeclaredStream[] {
  const own: Record<StreamName, Omit<DeclaredStream, 'name'>> = {
    MARGINALIA_JOBS: {
      description: 'Job-finished reports until ingested; new ones are refused when it is full',
      subjects: subjects.jobsFinished,
      retention: RetentionPolicy.Workqueue,
      discard: DiscardPolicy.New,
      max_bytes: sizes.MARGINALIA_JOBS,
      // One agent (and one credential) cannot fill it alone.
      max_msgs_per_subject: 20_000,
      discard_new_per_subject: true,
      // The least there is: identity is a matter of the report, and a longer one of the same job must come through.
      duplicate_window: nanos(100),
    },
    MARGINALIA_LOG: {
      description: 'A copy of the log of record; can be deleted and is rebuilt',
      subjects: [subjects.verb('log.>')],
      retention: RetentionPolicy.Limits,
      allow_direct: true,
    },
    MARGINALIA_WORK: {
      description: 'Work between the services',
      subjects: [subjects.verb('work.>')],
      retention: RetentionPolicy.Workqueue,
      discard: DiscardPolicy.New,
      max_bytes: sizes.MARGINALIA_WORK,
    },
    MARGINALIA_DEADLETTERS: {
      description: 'Copies of refused messages; the table of ingestion is the record',
      subjects: [subjects.verb('deadletters.*')],
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.Old,
      max_bytes: sizes.MARGINALIA_DEADLETTERS,
      max_age: nanos(30 * DAY_MS),
    },
    MARGINALIA_HEADS: {
      description: 'Signed heads of the log',
      subjects: [subjects.verb('heads')],
      retention: RetentionPolicy.Limits,
    },
  };
  return STREAM_NAMES.map((name) => ({ ...own[name], name: subjects.stream(name), storage: StorageType.File }));
}

export interface DurableOptions {
  stream: StreamName;
  durable: string;
  /** One subject; all of the stream by default. */
  filter?: string;
  /** Unacknowledged for longer, a message comes again; what is worked at is kept up. Default 30 s. */
  ackWaitMs?: number;
  /** Messages out at once, over all replicas. Default 1,000. */
  maxAckPending?: number;
}

/** Reads reports. Those that were put off count as out; one credential over its rate must not hold up the others. */
export const INTAKE_CONSUMER: DurableOptions = {
  stream: 'MARGINALIA_JOBS',
  durable: 'ingestion',
  maxAckPending: 20_000,
};

/** Durable consumers that `provision` makes ahead; {@link PullConsumer} makes its own again when it is gone. */
export const DECLARED_CONSUMERS: DurableOptions[] = [INTAKE_CONSUMER];

export function consumerConfig(options: DurableOptions): Partial<ConsumerConfig> {
  return {
    durable_name: options.durable,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(options.ackWaitMs ?? DEFAULT_ACK_WAIT_MS),
    max_ack_pending: options.maxAckPending ?? 1_000,
    ...(options.filter !== undefined && { filter_subject: options.filter }),
  };
}
