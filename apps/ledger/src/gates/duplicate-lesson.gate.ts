import { isDuplicate } from '#domain';
import type { Gate, GateContext, GateInput } from './gate.js';

/** Gate 14: a live lesson of the notebook says it already. */
export const duplicateLesson: Gate = ({ content }, { liveLessons, thresholds }) => {
  const twin = liveLessons.find((lesson) => isDuplicate(content, lesson.content, thresholds.duplicate));
  return twin && { reason: 'duplicate_lesson', conflictsWith: twin.lessonId };
};

/** The dormant machine lesson that a proposal says again and so revives, once every gate holds. */
export const dormantTwin = ({ content }: GateInput, { dormantLessons, thresholds }: GateContext): string | undefined =>
  dormantLessons.find((lesson) => isDuplicate(content, lesson.content, thresholds.duplicate))?.lessonId;
