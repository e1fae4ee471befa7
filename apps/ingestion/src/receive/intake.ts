import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { coversAgent, problem, problemOf, type Credential, type Problem } from '#contracts';
import { Configuration } from '#messaging';
import { addIntakeCounts } from '../evidence/intake-counts.queries.js';
import type { Recorded } from '../evidence/recordable.js';
import { Recorder } from '../evidence/recorder.js';
import { INGESTION_POOL } from '../ingestion.tokens.js';
import { ReadingPool } from './reading/reading.pool.js';
import type { ReadResult } from './reading/read-report.js';
import { toRecordable } from './to-recordable.js';

/** A report as a road brings it. */
export interface Submission {
  bytes: Uint8Array;
  /** Those that say how the body is to be read. */
  headers: Record<string, string>;
  /** Whom the road proves to speak, or why nobody may. */
  credential: Credential | { id: string; refused: Problem };
  /** Agent of the subject; the report must name the same. */
  agent?: string;
  /** People type agents as they like; the bus never does. */
  foldAgentCase?: boolean;
  /** An operator handed it in: an agent that nobody knows is welcome. */
  vouched?: boolean;
}

export interface TakenReport {
  status: Recorded;
  agent: string;
  jobId: string;
}
export interface RefusedReport {
  status: 'refused';
  problem: Problem;
  /** What can be told of whose report it is. */
  agent?: string;
  jobId?: string;
  /** Redacted; absent when nothing could be decoded. */
  body?: string;
}
export type Taken = TakenReport | RefusedReport;

const REPORTERS = ['runner', 'admin'];

/** The one way in for reports, whatever road they came by: read, judged, recorded. What is answered is committed. */
@Injectable()
export class Intake implements OnApplicationShutdown {
  constructor(
    @Inject(INGESTION_POOL) private readonly pool: Pool,
    private readonly configuration: Configuration,
    private readonly recorder: Recorder,
    private readonly readers: ReadingPool,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.readers.close();
  }

  /**
   * Takes reports that came together; they are recorded in their order.
   * @throws when it is open whether something was written, or a part is away: hand all of them in again
   */
  async takeAll(submissions: Submission[]): Promise<Taken[]> {
    const readings = await Promise.all(submissions.map((submission) => this.read(submission)));
    const taken = await Promise.all(readings.map((reading, index) => this.record(reading, submissions[index]!)));
    await this.countRefused(submissions, taken);
    return taken;
  }

  /** Reads without any effect. */
  read({ bytes, headers, credential, agent, foldAgentCase = false }: Submission): Promise<ReadResult> {
    return this.readers.read(bytes, {
      now: this.configuration.clock.now(),
      headers,
      ...(agent !== undefined && { agent }),
      foldAgentCase,
      countMcpFailures: this.configuration.setting('brain.count_mcp_failures'),
      relaysPeople: 'refused' in credential ? false : credential.relaysPeople,
    });
  }

  private async record(reading: ReadResult, submission: Submission): Promise<Taken> {
    const { credential, bytes, vouched = false } = submission;
    if (!reading.ok) {
      const { problem: fault, agent, jobId, body } = reading;
      return {
        status: 'refused',
        problem: 'refused' in credential ? credential.refused : fault,
        ...(agent !== undefined && { agent }),
        ...(jobId !== undefined && { jobId }),
        ...(body !== undefined && { body }),
      };
    }
    const { agent, jobId } = reading.report;
    const refuse = (fault: Problem): RefusedReport => {
      // The token of a reflection job proves who answers it, so it is kept nowhere.
      const { reflection: _token, ...report } = reading.report;
      return { status: 'refused', problem: fault, agent, jobId, body: JSON.stringify(report) };
    };
    if ('refused' in credential) return refuse(credential.refused);
    const fault = mayReport(credential, agent);
    if (fault !== undefined) return refuse(fault);
    if (reading.report.reflection !== undefined) {
      return refuse(problem('round_closed', 'No reflection job is out: reflection is not delegated here.'));
    }
    try {
      const report = toRecordable(reading, credential, bytes.byteLength);
      return { status: await this.recorder.record(report, { vouched }), agent, jobId };
    } catch (error) {
      const carried = problemOf(error);
      if (carried === undefined || carried.status === 503) throw error;
      return refuse(carried);
    }
  }

  private async countRefused(submissions: Submission[], taken: Taken[]): Promise<void> {
    const refused = new Map<string, number>();
    for (const [index, { status }] of taken.entries()) {
      const { id } = submissions[index]!.credential;
      if (status === 'refused') refused.set(id, (refused.get(id) ?? 0) + 1);
    }
    if (refused.size === 0) return;
    const none = { recorded: 0, repeats: 0, unknownFields: 0, lastUnknown: [] };
    const counts = [...refused].map(([credential, count]) => ({ ...none, credential, refused: count }));
    await addIntakeCounts(this.pool, counts, this.configuration.clock.now());
  }
}

/** Why the credential may not report for the agent, or undefined. */
export function mayReport(credential: Credential, agent?: string): Problem | undefined {
  if (!REPORTERS.includes(credential.role)) {
    return problem('forbidden', `Reports come from the role ${REPORTERS.join(' or ')}; yours is ${credential.role}.`);
  }
  if (agent !== undefined && !coversAgent(credential, agent)) {
    return problem('forbidden', `Your credential does not cover agent ${agent}.`);
  }
  return undefined;
}
