import type { Opening } from './grammar.js';
import { CONCEPTS, ANTONYMS } from './lexicon.js';
import { PRONOUN, resolvePronouns } from './pronouns.js';
import type { Meaning, Part, Unit, UnitKind } from './unit.js';

const OPPOSITE = new Map(ANTONYMS.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
/** What a clause that tells how things are starts with, and what it tells. */
const THINGS = new Set<UnitKind>(['program', 'path', 'file', 'flag', 'name', 'number']);
const TELLING = new Set(['fails', 'leave_out']);

/** The units of a note as they are read, each with its part and sign: which clause is open and what a negation reaches. */
export class Clauses {
  private readonly units: Unit[] = [];
  private readonly openings = new Set<Opening>();
  private order: Meaning['order'];
  private open: Part = 'action';
  private negation: 'none' | 'plain' | 'contrast' = 'none';
  private negatedFrom = 0;
  /** Units from here on belong to the open clause; to the text since the last mark; to that between the last two marks. */
  private clauseStart = 0;
  private segmentStart = 0;
  private previousSegment = 0;
  /** A condition has named a flag or a program, which "it" may be. */
  private hasThing = false;
  /** "vor dem Deploy": the condition is one unit long. */
  private nounOnly = false;
  /** Words since the condition was opened. */
  private words = 0;

  get part(): Part {
    return this.open;
  }
  get negating(): boolean {
    return this.negation !== 'none';
  }
  /** Whether the running negation has reached anything yet. */
  get negationReached(): boolean {
    return this.units.length > this.negatedFrom;
  }
  get conditionHasWords(): boolean {
    return this.open === 'condition' && this.words > 0;
  }
  get last(): Unit | undefined {
    return this.units.at(-1);
  }

  countWord(): void {
    this.words++;
  }

  add(kind: UnitKind, key: string, negated = this.negating): void {
    if (this.open === 'condition' && (kind === 'flag' || kind === 'program')) this.hasThing = true;
    const contrast = negated && this.negation === 'contrast';
    this.units.push({ kind, key, part: this.open, negated, ...(contrast && { contrast }) });
    if (this.nounOnly && kind !== 'generic') {
      this.nounOnly = false;
      this.open = 'action';
      this.clauseStart = this.units.length;
    }
  }

  addConcept(concept: string): void {
    const kind: UnitKind = CONCEPTS[concept]?.kind ?? 'concept';
    const opposite = OPPOSITE.get(concept);
    // "is not available" and "is missing" are one state; "do not start" stays an order.
    const turnsState =
      kind === 'state' && this.negating && opposite !== undefined && CONCEPTS[opposite]?.kind === 'state';
    if (turnsState) this.add('state', opposite, false);
    else this.add(kind, concept);
  }

  /** @param nounOnly the condition ends with its first unit */
  openCondition(opening: Opening, nounOnly = false): void {
    this.endClause();
    this.opened(opening);
    this.open = 'condition';
    this.nounOnly = nounOnly;
    this.words = 0;
    this.clauseStart = this.units.length;
  }

  /** What stood before it in this clause was the condition. */
  closeCondition(opening: Opening): void {
    this.turnClause('condition');
    this.opened(opening);
    this.open = 'action';
    this.negation = 'none';
  }

  /** A comma, a stop or their like. */
  mark(mark: string): void {
    this.endClause();
    // "No tests collected? Then …" asks what others say with "if".
    if (mark === '?') this.turnClause('condition');
    // A comma right after the opening word belongs to an aside.
    if (mark !== ',' || this.words > 0) this.open = 'action';
    this.previousSegment = this.segmentStart;
    this.segmentStart = this.units.length;
    this.clauseStart = this.units.length;
  }

  startNegation(contrast = false): void {
    this.negation = contrast ? 'contrast' : 'plain';
    this.negatedFrom = this.units.length;
  }

  endNegation(): void {
    this.negation = 'none';
  }

  /** Negates what stands in the clause so far. */
  negateClause(): void {
    for (const unit of this.units.slice(this.clauseStart)) unit.negated = true;
    this.clauseStart = this.units.length;
  }

  /** "Never commit without testing", "do not commit until you have tested": before you commit, test. */
  turnBanIntoOrder(): void {
    for (const unit of this.units.slice(this.clauseStart)) unit.negated = false;
    this.turnClause('condition');
    this.opened('before');
    this.negation = 'none';
  }

  finish(language: string): Meaning {
    this.endClause();
    resolvePronouns(this.units);
    const units = this.units.filter(({ kind, key }) => !(kind === 'generic' && key === PRONOUN));
    const says = (part: Part): boolean => units.some((unit) => unit.part === part && unit.kind !== 'generic');
    // "When …, do this before that": which is the condition of which stays open.
    const timed = this.openings.has('before') || this.openings.has('after');
    const mixed = timed && this.openings.size > 1;
    return {
      language,
      units,
      order: mixed ? undefined : this.order,
      split: !mixed && says('condition') && says('action'),
    };
  }

  private endClause(): void {
    const clause = this.units.slice(this.clauseStart);
    const [first] = clause;
    if (this.open === 'action' && first !== undefined && THINGS.has(first.kind)) {
      // "/opt refuses writes; …" tells how things are though nothing opens it as a condition.
      if (clause.some(({ kind, key }) => kind === 'state' || TELLING.has(key))) this.turnClause('condition');
    }
    if (this.open === 'condition' && this.words > 0 && clause.every(({ kind }) => kind === 'generic')) {
      // "…; do this when that is the case": what stands before is the case.
      for (const unit of this.units.slice(this.previousSegment, this.segmentStart)) unit.part = 'condition';
    }
    // "skip it" orders to leave out.
    const bare = this.negating && clause.every(({ kind, negated }) => !negated || kind === 'generic');
    if (bare && this.open === 'action' && !this.hasThing) this.add('concept', 'leave_out');
    this.negation = 'none';
  }

  private turnClause(part: Part): void {
    for (const unit of this.units.slice(this.clauseStart)) unit.part = part;
    this.clauseStart = this.units.length;
  }

  private opened(opening: Opening): void {
    this.openings.add(opening === 'phrase' ? 'when' : opening);
    if (opening === 'before' || opening === 'after') this.order ??= opening;
  }
}
