/** What a piece of a note is. Kinds up to `file` are slots: two notes that fill one differently differ for certain. */
export type UnitKind =
  | 'program'
  | 'subcommand'
  | 'flag'
  | 'number'
  | 'version'
  | 'name'
  | 'path'
  | 'file'
  | 'rival'
  | 'state'
  | 'concept'
  | 'generic'
  | 'word'
  | 'pair';

export type Part = 'condition' | 'action';

export interface Unit {
  kind: UnitKind;
  key: string;
  part: Part;
  /** In what reads "do not", "avoid", "without", … */
  negated: boolean;
  /** Negated only as what is not taken: "instead of", "rather than". */
  contrast?: boolean;
}

/** How much a shared or lone unit says. Ordinary words are the measure; the scale has no meaning beyond it. */
export const WEIGHT: Record<UnitKind, number> = {
  program: 2.4,
  subcommand: 1.5,
  flag: 2,
  number: 1.6,
  version: 1.6,
  name: 2,
  path: 1.8,
  file: 1.6,
  rival: 1,
  state: 2,
  concept: 1.3,
  generic: 0.25,
  word: 0.8,
  pair: 0.4,
};

/** A note as the measure reads it. */
export interface Meaning {
  language: string;
  units: Unit[];
  /** How the condition stands to the action in time; undefined where the note does not say. */
  order: 'before' | 'after' | undefined;
  /** Whether both a condition and an action were told apart. */
  split: boolean;
}

/** A note with what only its text as a whole says. */
export interface Reading extends Meaning {
  /** It tells of steps one after the other: "first …, then …". */
  steps: boolean;
}
