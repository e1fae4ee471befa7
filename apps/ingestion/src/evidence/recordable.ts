import type { EvidenceRecord, Redactions } from '#contracts';

/** A record as it is stored: its origin stands beside it, for it may become known later. */
export type StoredRecord = Omit<EvidenceRecord, 'origin'>;

/** A report that was read and may be recorded. */
export interface Recordable {
  record: Omit<StoredRecord, 'recordedAt' | 'firstItem'>;
  /** SHA-256 of each item of the record, one after the other. */
  itemDigests: Buffer;
  /** SHA-256 of the folded task, hex: equal for the same task. */
  foldedTask: string;
  /** What the runner says the job is a run of. */
  origin?: string;
  parentJobId?: string;
  excerpt: string;
  redactions: Redactions;
  unknownFields: { path: string; nearest?: string }[];
  /** Characters of the record, about; bounds what one transaction holds. */
  size: number;
}

export type Recorded = 'recorded' | 'repeat';
