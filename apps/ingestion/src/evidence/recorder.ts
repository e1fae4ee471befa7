import { Inject, Injectable, Logger } from '@nestjs/common';
import type { DatabaseError, Pool, PoolClient } from 'pg';
import { problem, Refusal } from '#contracts';
import { inTransaction } from '#event-store';
import { Configuration } from '#messaging';
import { INGESTION_POOL } from '../ingestion.tokens.js';
import { addIntakeCounts, type IntakeCount } from './intake-counts.queries.js';
import type { Recordable, Recorded } from './recordable.js';
import {
  adoptChildren,
  deleteParts,
  insertJobs,
  insertRecords,
  lockAgents,
  noteIntake,
  noteRepeats,
  selectKnownAgents,
  selectLastParts,
  selectOriginsOfJobs,
  selectOriginsOfTasks,
} from './recorder.queries.js';
import { Recording, type RecordingOutcome } from './recording.js';

interface Waiting {
  report: Recordable;
  /** A person has said that the agent may be new. */
  vouched: boolean;
  resolve: (outcome: Recorded) => void;
  reject: (error: unknown) => void;
}

/** Reports of one transaction, and characters of their records, at most. */
const MAX_REPORTS = 100;
const MAX_SIZE = 32 * 1024 * 1024;
const RETRIES = 3;

/**
 * Writes reports, those that come at the same time in one transaction. What is answered is committed.
 */
@Injectable()
export class Recorder {
  private readonly logger = new Logger(Recorder.name);
  private readonly waiting: Waiting[] = [];
  private writing = false;

  constructor(
    @Inject(INGESTION_POOL) private readonly pool: Pool,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Reports handed over one after the other are recorded in that order.
   * @throws Refusal `job_conflict`, `forbidden` for an agent on hold, `internal_error` for what the database does not take;
   *   any other error leaves open whether something was written: hand it over again
   */
  record(report: Recordable, { vouched = false } = {}): Promise<Recorded> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ report, vouched, resolve, reject });
      if (!this.writing) void this.writeAll();
    });
  }

  private async writeAll(): Promise<void> {
    this.writing = true;
    // What is handed over in the same turn goes together.
    await Promise.resolve();
    while (this.waiting.length > 0) await this.write(this.nextBatch());
    this.writing = false;
  }

  private nextBatch(): Waiting[] {
    let size = 0;
    let count = 0;
    while (count < this.waiting.length && count < MAX_REPORTS && (count === 0 || size < MAX_SIZE)) {
      size += this.waiting[count]!.report.size;
      count += 1;
    }
    return this.waiting.splice(0, count);
  }

  /** Never throws. One report that the database does not take must not cost its neighbours theirs. */
  private async write(batch: Waiting[]): Promise<void> {
    try {
      const outcomes = await this.attempt(batch);
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index]!;
        if (typeof outcome === 'string') resolve(outcome);
        else reject(Object.assign(new Refusal(outcome.code, outcome.detail), { problem: outcome }));
      }
    } catch (error) {
      if (!isOfTheData(error)) for (const { reject } of batch) reject(error);
      else if (batch.length > 1) for (const one of batch) await this.write([one]);
      else {
        const [{ report, reject }] = batch as [Waiting];
        this.logger.error({
          msg: 'the database does not take a report',
          jobId: report.record.jobId,
          err: error as Error,
        });
        reject(new Refusal('internal_error', `The database does not take it (${(error as DatabaseError).code}).`));
      }
    }
  }

  private async attempt(batch: Waiting[]): Promise<RecordingOutcome[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTransaction(this.pool, (client) => this.transact(client, batch));
      } catch (error) {
        // Deadlock or serialisation: the other one has won, so it works now.
        if (attempt >= RETRIES || !/^40/.test((error as DatabaseError).code ?? '')) throw error;
      }
    }
  }

  private async transact(client: PoolClient, batch: Waiting[]): Promise<RecordingOutcome[]> {
    const at = this.configuration.clock.now();
    const held = await this.heldAgents(client, batch);
    const reports = batch.map(({ report }) => report).filter(({ record }) => !held.has(record.agent));
    const taken = reports.length === 0 ? [] : await this.recordAll(client, reports, at);
    const rest = taken.values();
    const outcomes = batch.map(({ report }) =>
      held.has(report.record.agent)
        ? problem('forbidden', `Agent ${report.record.agent} is on hold: nobody knows it yet.`)
        : rest.next().value!,
    );
    await addIntakeCounts(client, countsOf(batch, outcomes), at);
    return outcomes;
  }

  private async heldAgents(client: PoolClient, batch: Waiting[]): Promise<Set<string>> {
    if (this.configuration.setting('intake.unknown_agents') === 'accept') return new Set();
    const agents = [...new Set(batch.map(({ report }) => report.record.agent))];
    const known = await selectKnownAgents(client, agents);
    for (const { vouched, report } of batch) if (vouched) known.add(report.record.agent);
    return new Set(agents.filter((agent) => !known.has(agent)));
  }

  private async recordAll(client: PoolClient, reports: Recordable[], at: Date): Promise<RecordingOutcome[]> {
    const lastSeqs = await lockAgents(client, [...new Set(reports.map(({ record }) => record.agent))]);
    const keys = reports.map(({ record: { agent, jobId } }) => ({ agent, jobId }));
    const recording = new Recording(reports, {
      known: await selectLastParts(client, keys),
      parents: await selectOriginsOfJobs(
        client,
        reports.map(({ record, parentJobId = '' }) => ({ agent: record.agent, jobId: parentJobId })),
      ),
      tasks: await selectOriginsOfTasks(
        client,
        reports.map(({ record: { agent, finishedAt }, foldedTask }) => ({ agent, taskKey: foldedTask, finishedAt })),
      ),
      lastSeqs,
      recordedAt: at,
    });
    await deleteParts(client, recording.replaced);
    await insertJobs(client, recording.jobs);
    await insertRecords(client, recording.records);
    await adoptChildren(client, recording.adopted);
    await noteRepeats(client, recording.repeats);
    await noteIntake(client, lastSeqs, at);
    return recording.outcomes;
  }
}

/** Errors by what a row holds: bad data, a constraint, a limit. Anything else may work later. */
const isOfTheData = (error: unknown): boolean => /^(?:22|23|54)/.test((error as Partial<DatabaseError>).code ?? '');

function countsOf(batch: Waiting[], outcomes: RecordingOutcome[]): IntakeCount[] {
  const counts = new Map<string, IntakeCount>();
  for (const [index, { report }] of batch.entries()) {
    const { credential } = report.record;
    const count = counts.get(credential) ?? {
      credential,
      recorded: 0,
      repeats: 0,
      refused: 0,
      unknownFields: 0,
      lastUnknown: [],
    };
    counts.set(credential, count);
    const outcome = outcomes[index];
    if (outcome === 'recorded') count.recorded += 1;
    else if (outcome === 'repeat') count.repeats += 1;
    count.unknownFields += report.unknownFields.length;
    if (report.unknownFields.length > 0) count.lastUnknown = report.unknownFields;
  }
  return [...counts.values()];
}
