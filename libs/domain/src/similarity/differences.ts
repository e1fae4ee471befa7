import type { Meaning, Part, Reading, Unit, UnitKind } from './unit.js';
import { WEIGHT } from './unit.js';

/** Slots, and how two sets of fillings differ for certain: no filling shared, or each side with one of its own. */
const SLOTS: { kind: UnitKind; differ: 'disjoint' | 'both own' }[] = [
  { kind: 'program', differ: 'disjoint' },
  { kind: 'subcommand', differ: 'disjoint' },
  { kind: 'name', differ: 'disjoint' },
  { kind: 'flag', differ: 'both own' },
  { kind: 'number', differ: 'both own' },
  { kind: 'version', differ: 'both own' },
  { kind: 'path', differ: 'both own' },
  { kind: 'file', differ: 'both own' },
  { kind: 'rival', differ: 'both own' },
];
const PARTS: readonly Part[] = ['condition', 'action'];

/** The first slot that both notes fill differently, in words; undefined where a detail is only one's own or nothing differs. */
export function certainDifference(left: Reading, right: Reading): string | undefined {
  const apart = left.split && right.split;
  for (const { kind, differ } of SLOTS) {
    for (const part of apart ? PARTS : [undefined]) {
      const [a, b] = [keysOf(left, kind, part), keysOf(right, kind, part)];
      if (a.size === 0 || b.size === 0) continue;
      const single = keysOf(left, kind, undefined).size === 1 && keysOf(right, kind, undefined).size === 1;
      const [ownA, ownB] = [own(a, b, kind, single), own(b, a, kind, single)];
      const differs =
        differ === 'disjoint' ? ownA.length === a.size && ownB.length === b.size : ownA.length > 0 && ownB.length > 0;
      if (differs) return `${kind}: ${ownA.join(', ')} or ${ownB.join(', ')}`;
    }
  }
  return (
    stateDiffers(left, right) ?? choiceDiffers(left, right) ?? orderDiffers(left, right) ?? stepsDiffer(left, right)
  );
}

const keysOf = (meaning: Meaning, kind: UnitKind, part: Part | undefined): Set<string> =>
  new Set(
    meaning.units
      .filter((unit) => unit.kind === kind && (part === undefined || unit.part === part))
      .map(({ key }) => key),
  );

function own(a: ReadonlySet<string>, b: ReadonlySet<string>, kind: UnitKind, single: boolean): string[] {
  return [...a].filter((key) => ![...b].some((other) => fits(key, other, kind, single)));
}

/** 3.x holds 3.1, a folder what is in it, `.gz` ends `a.tar.gz`, `-r` may be `--recursive` where each note has one flag. */
function fits(a: string, b: string, kind: UnitKind, single: boolean): boolean {
  if (a === b) return true;
  if (kind === 'file') return a.endsWith(b) || b.endsWith(a);
  if (kind === 'flag') return single && (isLongOf(a, b) || isLongOf(b, a));
  if (kind === 'path') return a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
  if (kind === 'rival') return a.split(':')[0] !== b.split(':')[0];
  if (kind !== 'version') return false;
  const [x, y] = [a.split('.'), b.split('.')];
  return x.every(
    (part, i) => y[i] === undefined || part === y[i] || part === 'x' || y[i] === 'x' || part === '*' || y[i] === '*',
  );
}

const isLongOf = (long: string, short: string): boolean =>
  /^-\w$/.test(short) && long.startsWith('--') && long[2]?.toLowerCase() === short[1]!.toLowerCase();

/** Both conditions name the same two things, and each action picks the other one. */
function choiceDiffers(left: Meaning, right: Meaning): string | undefined {
  if (!left.split || !right.split) return undefined;
  const keys = (meaning: Meaning, part: Part): Set<string> =>
    new Set(
      of(meaning, part).flatMap(({ key, kind, negated }) =>
        kind === 'generic' || kind === 'state' || negated ? [] : [key],
      ),
    );
  const conditionB = keys(right, 'condition');
  const choices = [...keys(left, 'condition')].filter((key) => conditionB.has(key));
  const [a, b] = [keys(left, 'action'), keys(right, 'action')];
  const onlyA = choices.filter((key) => a.has(key) && !b.has(key));
  const onlyB = choices.filter((key) => b.has(key) && !a.has(key));
  return onlyA.length > 0 && onlyB.length > 0 ? `choice: ${onlyA.join(', ')} or ${onlyB.join(', ')}` : undefined;
}

/** The condition holds in one note where it does not hold in the other: installed, not installed. */
function stateDiffers(left: Meaning, right: Meaning): string | undefined {
  const states = (meaning: Meaning): Map<string, boolean> =>
    new Map(
      meaning.units
        .filter(({ kind, part }) => kind === 'state' && part === 'condition')
        .map(({ key, negated }) => [key, negated]),
    );
  const [a, b] = [states(left), states(right)];
  for (const [key, negated] of a) {
    if (b.has(key) && b.get(key) !== negated) return `state: ${key}`;
  }
  for (const [one, other] of OPPOSITE_STATES) {
    if (
      (a.has(one) && b.has(other) && !a.has(other) && !b.has(one)) ||
      (a.has(other) && b.has(one) && !a.has(one) && !b.has(other))
    )
      return `state: ${one} or ${other}`;
  }
  return undefined;
}
const OPPOSITE_STATES = [
  ['missing', 'present'],
  ['read_only', 'writable'],
] as const;

/** "A before B" and "B before A", or the same pair once before and once after. */
function orderDiffers(left: Meaning, right: Meaning): string | undefined {
  if (!left.split || !right.split || left.order === undefined || right.order === undefined) return undefined;
  const straight =
    shared(of(left, 'condition'), of(right, 'condition')) + shared(of(left, 'action'), of(right, 'action'));
  const cross = [
    shared(of(left, 'condition'), of(right, 'action')),
    shared(of(left, 'action'), of(right, 'condition')),
  ];
  // Both steps have to be found on the other side.
  const crossed = Math.min(...cross) > 0.7 ? cross[0]! + cross[1]! : 0;
  const turned = left.order === right.order ? crossed > straight * 1.5 : straight > crossed * 1.5 && straight > 2;
  return turned ? 'order of the two steps' : undefined;
}

/** "First A, then B" and "first B, then A": the same steps, told one after the other, the other way round. */
function stepsDiffer(left: Reading, right: Reading): string | undefined {
  if (!left.steps || !right.steps) return undefined;
  const steps = (meaning: Meaning): string[] => [
    ...new Set(of(meaning, 'action').flatMap(({ kind, key }) => (kind === 'generic' || kind === 'pair' ? [] : [key]))),
  ];
  const [a, b] = [steps(left), steps(right)];
  const turned = a.length > 1 && a.length === b.length && a.every((key, i) => key === b[b.length - 1 - i]);
  return turned ? 'order of the steps' : undefined;
}

const of = (meaning: Meaning, part: Part): Unit[] => meaning.units.filter((unit) => unit.part === part);

function shared(a: readonly Unit[], b: readonly Unit[]): number {
  const keys = new Map(a.map(({ key, kind }) => [key, WEIGHT[kind]]));
  let sum = 0;
  for (const [key, kind] of new Map(b.map((unit) => [unit.key, unit.kind])))
    sum += Math.min(keys.get(key) ?? 0, WEIGHT[kind]);
  return sum;
}

/** A word of its own; "use" alone turned says nothing. */
const MIN_TURNED = 0.6;

/** Whether the actions command and forbid the same. Weighs what both name with the same and with the other sign. */
export function isOpposite(left: Meaning, right: Meaning): boolean {
  const a = signs(left);
  const b = signs(right);
  // What both conditions name too is only taken up again.
  const ofRight = new Set(of(right, 'condition').map(({ key }) => key));
  const said = new Set(of(left, 'condition').flatMap(({ key }) => (ofRight.has(key) ? [key] : [])));
  let same = 0;
  let turned = 0;
  for (const [key, { weight, negated, contrast }] of a) {
    const other = b.get(key);
    if (other === undefined) continue;
    if (other.negated === negated) same += said.has(key) ? 0 : Math.min(weight, other.weight);
    else turned += Math.min(weight, other.weight) * (contrast || other.contrast ? 0.5 : 1);
  }
  for (const [one, two] of OPPOSITE_ACTIONS) {
    for (const [x, y] of [
      [a.get(one), b.get(two)],
      [a.get(two), b.get(one)],
    ] as const) {
      if (x !== undefined && y !== undefined && x.negated === y.negated) turned += 1.5;
      else if (x !== undefined && y !== undefined) same += 1.3;
    }
  }
  return turned >= MIN_TURNED && turned >= same;
}

const OPPOSITE_ACTIONS = [
  ['start', 'stop'],
  ['install', 'uninstall'],
  ['enable', 'disable'],
  ['increase', 'decrease'],
  ['keep', 'delete'],
] as const;

interface Sign {
  weight: number;
  negated: boolean;
  contrast: boolean;
}

/** Sign of each thing in the action; in both signs it counts as commanded. */
function signs(meaning: Meaning): Map<string, Sign> {
  const found = new Map<string, Sign>();
  const acts = meaning.units.some(({ part, kind }) => part === 'action' && kind !== 'generic');
  for (const { key, kind, negated, part, contrast = false } of meaning.units) {
    if (kind === 'state' || (acts && part === 'condition')) continue;
    const known = found.get(key);
    found.set(key, { weight: WEIGHT[kind], negated: negated && (known?.negated ?? true), contrast });
  }
  return found;
}
