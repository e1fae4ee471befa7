import type { Credential } from '#contracts';
import type { Recordable } from '../evidence/recordable.js';
import type { ReadReport } from './reading/read-report.js';

/** What is recorded of a report that was read, and who reported it. */
export function toRecordable(reading: ReadReport, credential: Credential, bytes: number): Recordable {
  const { report, findings, excerpt, redactions, unknownFields, itemDigests, foldedTask } = reading;
  const { agent, jobId, status, title, task, startedAt, finishedAt, items, release, error, usage } = report;
  return {
    record: {
      agent,
      jobId,
      status,
      title,
      task,
      startedAt,
      finishedAt,
      ...(release !== undefined && { release }),
      skills: report.skills ?? [],
      lessonsSeen: report.lessonsSeen ?? [],
      items,
      ...(error && { error }),
      ...(usage && { usage }),
      credential: credential.id,
      relaysPeople: credential.relaysPeople,
      reportsExposure: credential.reportsExposure,
      ...findings,
    },
    itemDigests: Buffer.from(itemDigests.join(''), 'hex'),
    foldedTask,
    ...(report.origin !== undefined && { origin: report.origin }),
    ...(report.parentJobId !== undefined && { parentJobId: report.parentJobId }),
    excerpt,
    redactions,
    unknownFields,
    size: bytes,
  };
}
