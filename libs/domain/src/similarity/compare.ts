import { canonicalText } from '../text/fold.js';
import { codeWordsOf, meaningOf } from './reading.js';
import { certainDifference, isOpposite } from './differences.js';
import { type Meaning, type Part, type Unit, WEIGHT } from './unit.js';

/** What comparing two notes gave. */
export interface Comparison {
  /** 0 (nothing in common) to 1 (the same). */
  score: number;
  /** The slot that both fill differently, in words. */
  certainDifference?: string;
  /** One commands what the other forbids. */
  opposite: boolean;
  /** Equal in folded form, case and white space. */
  equal: boolean;
}

/** Plain words of two languages cannot meet, so they weigh little across them. */
const FOREIGN_WORD = 0.2;
/** Share of the smaller side in the measure of overlap; 1 would let any subset pass for the whole. */
const TOWARDS_SMALLER = 0.6;

/** Compares what two notes say. Symmetric, pure, linear in the length of the notes. */
export function compareMeaning(a: string, b: string): Comparison {
  if (canonicalText(a) === canonicalText(b)) return { score: 1, opposite: false, equal: true };
  const codeWords = new Set([...codeWordsOf(a), ...codeWordsOf(b)]);
  const left = meaningOf(a, codeWords);
  const right = meaningOf(b, codeWords);
  const difference = certainDifference(left, right);
  return {
    score: scoreOf(left, right),
    ...(difference !== undefined && { certainDifference: difference }),
    opposite: isOpposite(left, right),
    equal: false,
  };
}

function scoreOf(left: Meaning, right: Meaning): number {
  const foreign = left.language !== right.language;
  const whole = overlap(left.units, right.units, foreign);
  if (!left.split || !right.split) return whole;
  const part = (which: Part): number => {
    const of = (meaning: Meaning): Unit[] => meaning.units.filter((unit) => unit.part === which);
    return overlap(of(left), of(right), foreign);
  };
  return 0.4 * whole + 0.3 * part('condition') + 0.3 * part('action');
}

function overlap(left: readonly Unit[], right: readonly Unit[], foreign: boolean): number {
  const a = weigh(left, foreign);
  const b = weigh(right, foreign);
  const total = (side: ReadonlyMap<string, number>): number =>
    [...side.values()].reduce((sum, weight) => sum + weight, 0);
  const [sumA, sumB] = [total(a), total(b)];
  if (sumA === 0 || sumB === 0) return 0;
  let shared = 0;
  for (const [key, weight] of a) shared += Math.min(weight, b.get(key) ?? 0);
  const base = TOWARDS_SMALLER * Math.min(sumA, sumB) + (1 - TOWARDS_SMALLER) * Math.max(sumA, sumB);
  return Math.min(1, shared / base);
}

function weigh(units: readonly Unit[], foreign: boolean): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { kind, key } of units) {
    const plain = kind === 'word' || kind === 'pair';
    const weight = WEIGHT[kind] * (foreign && plain ? FOREIGN_WORD : 1);
    // A program's own name weighs the same whether marked as code or not.
    weights.set(key, Math.max(weights.get(key) ?? 0, weight));
  }
  return weights;
}
