import type { DeliveredLesson } from '#contracts';
import { noteText } from '../rendering/render.js';
import type { ToldLesson } from './library.js';

/** A told lesson as replies say it. */
export const deliveredLesson = ({
  lessonId,
  createdAt,
  author,
  content,
  state,
  leaseEnd,
  graceEnd,
}: ToldLesson): DeliveredLesson => ({
  lessonId,
  date: createdAt.slice(0, 10),
  author,
  text: noteText(content),
  state,
  leaseEnd,
  graceEnd,
});
