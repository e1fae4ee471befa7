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

/** Plain words of two languages seldom meet, so a lone one weighs little across them. */
const FOREIGN_WORD = 0.2;
/** Share of the smaller side in the measure of overlap; 1 would let any subset pass for the whole. */
const TOWARDS_SMALLER = 0.6;

/** Spreads the overlap so that the thresholds part the tuning pairs where they lie apart. */
const CALIBRATION = 0.8;

/** Compares what two notes say. Symmetric, pure, linear in the length of the notes. */
export function compareMeaning(a: string, b: string): Comparison {
  if (canonicalText(a) === canonicalText(b)) return { score: 1, opposite: false, equal: true };
  const codeWords = new Set([...codeWordsOf(a), ...codeWordsOf(b)]);
  const left = meaningOf(a, codeWords);
  const right = meaningOf(b, codeWords);
  const difference = certainDifference(left, right);
  return {
    score: scoreOf(left, right) ** CALIBRATION,
    ...(difference !== undefined && { certainDifference: difference }),
    opposite: isOpposite(left, right),
    equal: false,
  };
}

function scoreOf(left: Meaning, right: Meaning): number {
  const foreign = left.language !== right.language;
  const whole = overlap(left.units, right.units, foreign);
  const apart = (actionsMeet(left, right) ? 1 : UNMET) * (statesMeet(left, right) ? 1 : OTHER_STATE);
  if (!left.split || !right.split) return whole * apart;
  const part = (which: Part): number => {
    const [ours, theirs] = [ofPart(left, which), ofPart(right, which)];
    const all = overlap(ours, theirs, foreign);
    const [a, b] = [withoutPrograms(ours), withoutPrograms(theirs)];
    // One program has many conditions: where both say more than its name, that counts for itself.
    return a.length > 0 && b.length > 0 ? (all + overlap(a, b, foreign)) / 2 : all;
  };
  const [condition, action] = [part('condition'), part('action')];
  const byParts = 0.3 * whole + 0.2 * condition + 0.2 * action + 0.3 * Math.min(condition, action);
  // Where one tells the parts apart in another way, the whole still speaks.
  return Math.max(byParts, 0.8 * whole) * apart;
}

/** Whether what one orders stands in the other's order, or anywhere in it where one of them does not tell the parts apart. */
function actionsMeet(left: Meaning, right: Meaning): boolean {
  const apart = left.split && right.split && left.order === right.order;
  const covered = (meaning: Meaning, other: Meaning): number => {
    const said = weigh(ofPart(meaning, 'condition'));
    const ordered = ofPart(meaning, 'action');
    const telling = ordered.filter(({ kind, key, negated }) => kind !== 'generic' && (negated || !said.has(key)));
    const action = [...weigh(telling.length > 0 ? telling : ordered)];
    const there = weigh(apart ? ofPart(other, 'action') : other.units);
    const sum = (entries: [string, number][]): number => entries.reduce((total, [, weight]) => total + weight, 0);
    return action.length === 0 ? 1 : sum(action.filter(([key]) => there.has(key))) / sum(action);
  };
  return Math.max(covered(left, right), covered(right, left)) >= 0.2;
}
/** One condition with two different actions. */
const UNMET = 0.6;

const ofPart = (meaning: Meaning, which: Part): Unit[] => meaning.units.filter(({ part }) => part === which);

/** Whether the conditions, where both describe a state, describe one in common. */
function statesMeet(left: Meaning, right: Meaning): boolean {
  const states = (meaning: Meaning): string[] =>
    meaning.units.flatMap(({ kind, key, part }) => (kind === 'state' && part === 'condition' ? [key] : []));
  const [a, b] = [states(left), states(right)];
  return a.length === 0 || b.length === 0 || a.some((key) => b.includes(key));
}
/** Words for states overlap, so another one is no certain difference. */
const OTHER_STATE = 0.8;

const withoutPrograms = (units: readonly Unit[]): Unit[] =>
  units.filter(({ kind }) => kind !== 'program' && kind !== 'subcommand' && kind !== 'generic');

function overlap(left: readonly Unit[], right: readonly Unit[], foreign: boolean): number {
  const a = weigh(left);
  const b = weigh(right);
  if (foreign) {
    fadeWords(a, b);
    fadeWords(b, a);
  }
  const total = (side: ReadonlyMap<string, number>): number =>
    [...side.values()].reduce((sum, weight) => sum + weight, 0);
  const [sumA, sumB] = [total(a), total(b)];
  if (sumA === 0 || sumB === 0) return 0;
  let shared = 0;
  for (const [key, weight] of a) shared += Math.min(weight, b.get(key) ?? 0);
  const base = TOWARDS_SMALLER * Math.min(sumA, sumB) + (1 - TOWARDS_SMALLER) * Math.max(sumA, sumB);
  return Math.min(1, shared / base);
}

/** Weight of each key; the greatest where it stands more than once. */
function weigh(units: readonly Unit[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { kind, key } of units) weights.set(key, Math.max(weights.get(key) ?? 0, WEIGHT[kind]));
  return weights;
}

function fadeWords(weights: Map<string, number>, other: ReadonlyMap<string, number>): void {
  for (const [key, weight] of weights) {
    if (weight <= WEIGHT.word && !other.has(key)) weights.set(key, weight * FOREIGN_WORD);
  }
}
