import { compareMeaning, type Comparison } from './compare.js';

/** At or above it a note repeats a live one. Fixed by the tuning half of the labelled pairs. */
export const DUPLICATE_THRESHOLD = 0.6;
/** At or above it a note says what is banned; a setting may only lower it. Fixed by the tuning half of the labelled pairs. */
export const BAN_THRESHOLD = 0.5;

const decided = ({ equal, opposite, certainDifference }: Comparison): boolean | undefined => {
  if (equal) return true;
  return opposite || certainDifference !== undefined ? false : undefined;
};

/** Whether two notes say the same by the measure, for a threshold from 0 to 1. */
export function saysTheSame(a: string, b: string, threshold: number): boolean {
  const comparison = compareMeaning(a, b);
  return decided(comparison) ?? comparison.score >= threshold;
}

/** Whether `candidate` repeats what `live` says. In doubt it does not: a duplicate does less harm than a lost lesson. */
export const isDuplicate = (candidate: string, live: string, threshold: number = DUPLICATE_THRESHOLD): boolean =>
  saysTheSame(candidate, live, threshold);

/** Whether `candidate` says what a person banned. In doubt it does; the certain opposite is not banned. */
export const isBanned = (candidate: string, banned: string, threshold: number = BAN_THRESHOLD): boolean =>
  saysTheSame(candidate, banned, Math.min(threshold, BAN_THRESHOLD));
