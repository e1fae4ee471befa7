import { Refusal } from '#contracts';

/** Rows of a page when the asker names no number. */
export const PAGE = 100;

/** A cursor that is a number of ours. @throws Refusal `invalid_field` */
export function numberCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  if (/^\d{1,18}$/.test(cursor)) return cursor;
  throw new Refusal('invalid_field', undefined, {
    errors: [{ path: 'cursor', reason: 'must be a nextCursor of this verb' }],
  });
}
