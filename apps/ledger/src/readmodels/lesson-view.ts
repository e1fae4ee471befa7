import type { BanView, LessonView } from '#contracts';
import { lessonState } from '#domain';
import type { Ban, Lesson, Notebooks } from '../notebook/notebook.state.js';

/** @param now ISO-8601; leases end by the clock. */
export function lessonView(lesson: Lesson, { bans }: Notebooks, now: string): LessonView {
  const { releasesChecked: _releasesChecked, ended: _ended, ...shown } = lesson;
  return { ...shown, state: lessonState(lesson, Date.parse(now)), banned: bans.has(lesson.lessonId) };
}

export const banView = (ban: Ban): BanView => ({ ...ban });
