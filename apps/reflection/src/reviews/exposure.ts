import type { EvidenceRecord, Exposure, ReceiptView } from '#contracts';
import { noteText } from '#domain';

/**
 * Whether a job had a lesson in its context (domain.md section 3): by what its runner says, by the lines of ours that were
 * cut out of its text, or by our own receipts for it.
 *
 * @param receipts those that name the job
 */
export function exposureOf(
  record: Pick<EvidenceRecord, 'lessonsSeen' | 'lessonsFound' | 'reportsExposure'>,
  receipts: readonly Pick<ReceiptView, 'skill' | 'lessonIds'>[],
  lesson: { lessonId: string; skill: string; content: string },
): Exposure {
  const sent = receipts.filter(({ skill }) => skill === lesson.skill);
  const seen =
    record.lessonsSeen.includes(lesson.lessonId) ||
    record.lessonsFound.includes(noteText(lesson.content)) ||
    sent.some(({ lessonIds }) => lessonIds.includes(lesson.lessonId));
  if (seen) return 'seen';
  return sent.length > 0 || record.reportsExposure ? 'not_seen' : 'unknown';
}
