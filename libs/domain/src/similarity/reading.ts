import { canonicalText, fold, normaliseSpace } from '../text/fold.js';
import { ANTONYMS, CONCEPTS, RIVALS } from './lexicon.js';
import { isUnspaced, SPACED, type Opening } from './grammar.js';
import { languageOf, type NoteLanguage } from './language.js';
import { lexemesOf, type Lexeme } from './lexemes.js';
import { isSubcommand, programKey, PROGRAMS } from './programs.js';
import { rootOf } from './stem.js';
import { slotOf } from './slots.js';
import type { Meaning, Part, Unit, UnitKind } from './unit.js';
import { readRun } from './unspaced.js';
import { expandContractions, isSilent, isStopWord, phraseAt } from './vocabulary.js';

/** Verbs after which a negation says the opposite: "do not forget to quote". */
const UNDOES_NEGATION = new Set(
  ['forget', 'fail', 'hesitate', 'neglect', 'omit', 'skip', 'miss', 'avoid', 'bother'].map(rootOf),
);
const PRONOUNS = new Set(['it', 'them', 'that', 'this', 'ihn', 'es', 'nó', 'one']);
const RIVAL_OF = new Map(RIVALS.flatMap((group) => group.map((value) => [value, group[0]!] as const)));
const OPPOSITE = new Map(ANTONYMS.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));

/** Words in code marks that name a program or a thing of the other note too: `find` in one makes "find" one in both. */
export function codeWordsOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const { code, head, text: word } of lexemesOf(prepared(text))) {
    if (code && head && /^[a-z][\w+-]{1,30}$/.test(word)) found.add(word);
  }
  return found;
}

const prepared = (text: string): string => expandContractions(normaliseSpace(fold(text)));

/** Reads a note. @param codeWords programs by their code marks, in this note or in the one it is compared with */
export function meaningOf(text: string, codeWords: ReadonlySet<string>): Meaning {
  const language = languageOf(canonicalText(text));
  return new NoteReader(language, lexemesOf(prepared(text)), codeWords).read();
}

class NoteReader {
  private readonly units: Unit[] = [];
  private order: Meaning['order'];
  private part: Part = 'action';
  /** Inside what a negation reaches. */
  private negating = false;
  /** Units from here on belong to the running clause. */
  private clauseStart = 0;
  private atSentenceStart = true;
  private previousProgram: string | undefined;
  private words = 0;

  constructor(
    private readonly language: NoteLanguage,
    private readonly lexemes: Lexeme[],
    private readonly codeWords: ReadonlySet<string>,
  ) {}

  read(): Meaning {
    for (let at = 0; at < this.lexemes.length;) at += this.step(at);
    resolvePronouns(this.units);
    const units = this.units.filter(({ kind, key }) => !(kind === 'generic' && key === PRONOUN));
    const says = (part: Part): boolean => units.some((unit) => unit.part === part && unit.kind !== 'generic');
    return { language: this.language, units, order: this.order, split: says('condition') && says('action') };
  }

  private step(at: number): number {
    const lexeme = this.lexemes[at]!;
    if (lexeme.kind === 'boundary') this.boundary(lexeme.text);
    else if (lexeme.kind === 'run') this.run(lexeme.text);
    else if (lexeme.code) this.code(lexeme);
    else return this.word(at);
    return 1;
  }

  private boundary(mark: string): void {
    // A comma right after the opening word belongs to an aside.
    if (mark !== ',' || this.words > 0) this.part = 'action';
    this.negating = false;
    this.clauseStart = this.units.length;
    this.atSentenceStart = mark === '.';
    this.previousProgram = undefined;
  }

  private run(text: string): void {
    if (!isUnspaced(this.language)) return;
    for (const piece of readRun(text, this.language)) {
      if (piece.opens !== undefined) this.open(piece.opens);
      else if (piece.closes !== undefined) this.closeCondition(piece.closes);
      else if (piece.negates === 'after') this.negating = true;
      else if (piece.negates === 'before') this.negateClause();
      else if (piece.concept !== undefined) this.addConcept(piece.concept);
      else if (piece.pair !== undefined) this.add('pair', piece.pair);
    }
    this.previousProgram = undefined;
  }

  private open(opening: Opening): void {
    if (opening === 'before' || opening === 'after') this.order ??= opening;
    this.part = 'condition';
    this.negating = false;
    this.words = 0;
    this.clauseStart = this.units.length;
  }

  /** What stood before it in this clause was the condition. */
  private closeCondition(opening: Opening): void {
    for (const unit of this.units.slice(this.clauseStart)) unit.part = 'condition';
    if (opening === 'before' || opening === 'after') this.order ??= opening;
    this.part = 'action';
    this.negating = false;
    this.clauseStart = this.units.length;
  }

  private negateClause(): void {
    for (const unit of this.units.slice(this.clauseStart)) unit.negated = true;
    this.clauseStart = this.units.length;
  }

  private code(lexeme: Lexeme): void {
    const { text, head } = lexeme;
    if (this.previousProgram !== undefined && isSubcommand(this.previousProgram, text)) {
      this.add('subcommand', `${programKey(this.previousProgram)} ${text}`);
      return;
    }
    if (!head) this.slotOrWord(text);
    else if (/^[a-z][\w+-]{0,30}$/i.test(text) && slotOf(text) === undefined) this.program(text);
    else {
      this.previousProgram = undefined;
      this.slotOrWord(text);
    }
  }

  private program(name: string): void {
    this.previousProgram = name.toLowerCase();
    this.add('program', programKey(name.toLowerCase()));
  }

  private slotOrWord(text: string): void {
    const lower = text.toLowerCase();
    const concept = this.spaced && phraseAt([this.root(lower)], 0, this.spaced)?.concept;
    const slot = slotOf(text);
    if (concept && (slot === undefined || slot.kind === 'name' || slot.kind === 'number')) this.addConcept(concept);
    else if (slot !== undefined) for (const key of slot.keys) this.add(slot.kind, key);
    else if (/[\p{L}\p{N}]/u.test(lower)) this.add('word', this.root(lower));
  }

  private get spaced(): 'en' | 'de' | 'vi' {
    return this.language === 'de' || this.language === 'vi' ? this.language : 'en';
  }

  private root(word: string): string {
    return this.spaced === 'en' ? rootOf(word) : word;
  }

  /** A word outside code marks, or a phrase that starts with it. Answers how many lexemes it took. */
  private word(at: number): number {
    const { text } = this.lexemes[at]!;
    const lower = text.toLowerCase();
    const grammar = SPACED[this.spaced];
    const first = this.atSentenceStart;
    this.atSentenceStart = false;

    const { roots, plain, taken } = this.phraseWindow(at);
    const opening = longest(plain, (phrase) =>
      Object.hasOwn(grammar.opens, phrase) ? grammar.opens[phrase] : undefined,
    );
    if (opening && this.opensHere(opening.value, opening.length, at, first)) {
      this.open(opening.value);
      return opening.length;
    }
    if (grammar.closes.has(lower) && this.part === 'condition' && this.words > 0) {
      this.boundary(',');
      return 1;
    }
    if (this.isProgram(lower, at)) {
      this.program(lower);
      this.words++;
      return 1;
    }
    if (this.previousProgram !== undefined && isSubcommand(this.previousProgram, lower)) {
      this.add('subcommand', `${programKey(this.previousProgram)} ${lower}`);
      const concept = phraseAt([this.root(lower)], 0, this.spaced)?.concept;
      if (concept) this.addConcept(concept);
      this.words++;
      return 1;
    }
    this.previousProgram = undefined;
    const hit = isSilent(lower) ? undefined : phraseAt(roots, 0, this.spaced);
    const negator = longest(plain, (phrase) => (grammar.negates.has(phrase) ? true : undefined));
    // "leave it alone", "leave the flag out"
    if (this.spaced === 'en' && this.root(lower) === rootOf('leave') && this.leavesOut(at)) {
      this.negating = true;
      return 1;
    }
    // "not installed" is a state of its own, "not" alone turns what follows.
    if (negator && (hit === undefined || hit.length === 1)) return this.negate(at, negator.length);
    if (grammar.negatesClause.has(lower) && hit === undefined) {
      this.negateClause();
      this.negating = true;
      return 1;
    }
    if (grammar.endsNegation.has(lower) && this.negating) this.negating = false;
    this.words++;
    if (hit !== undefined) {
      this.addConcept(hit.concept);
      return taken[hit.length - 1]!;
    }
    if (PRONOUNS.has(lower)) this.add('generic', PRONOUN);
    else if (!isStopWord(lower, this.language)) this.plainWord(text);
    return 1;
  }

  private negate(at: number, length: number): number {
    const ahead = this.lexemes
      .slice(at + length, at + length + 3)
      .filter((lexeme) => !isSilent(lexeme.text.toLowerCase()));
    const undone = ahead
      .slice(0, 1)
      .some((lexeme) => lexeme.kind === 'word' && UNDOES_NEGATION.has(rootOf(lexeme.text)));
    if (undone) {
      this.negating = false;
      const skipTo = this.lexemes.findIndex(
        (lexeme, i) => i >= at + length && UNDOES_NEGATION.has(rootOf(lexeme.text)),
      );
      return skipTo - at + 1;
    }
    this.negating = true;
    return length;
  }

  private leavesOut(at: number): boolean {
    for (let i = at + 1; i < Math.min(this.lexemes.length, at + 8); i++) {
      const lexeme = this.lexemes[i]!;
      if (lexeme.kind === 'boundary') return false;
      if (lexeme.kind === 'word' && !lexeme.code && /^(?:out|off|alone|away|aside|be)$/i.test(lexeme.text)) return true;
    }
    return false;
  }

  /** The words from here to the next boundary: roots without silent words, and as they stand. */
  private phraseWindow(at: number): { roots: string[]; plain: string[]; taken: number[] } {
    const roots: string[] = [];
    const plain: string[] = [];
    const taken: number[] = [];
    for (let i = at; i < Math.min(this.lexemes.length, at + 9); i++) {
      const lexeme = this.lexemes[i]!;
      if (lexeme.kind !== 'word' || lexeme.code) break;
      const lower = lexeme.text.toLowerCase();
      plain.push(lower);
      if (this.spaced === 'en' && isSilent(lower)) continue;
      roots.push(this.root(lower));
      taken.push(i - at + 1);
    }
    return { roots, plain, taken };
  }

  private opensHere(opening: Opening, length: number, at: number, first: boolean): boolean {
    if (opening !== 'phrase') {
      // "before that", "once and for all", "where possible"
      const next = this.lexemes[at + length];
      return (
        next !== undefined &&
        next.kind !== 'boundary' &&
        !/^(?:that|and|possible|needed|necessary|all)$/i.test(next.text)
      );
    }
    // "On EADDRINUSE, …", "With pandoc 3, …": only at the head of a sentence that has a comma.
    if (!first) return false;
    for (let i = at + 1; i < this.lexemes.length; i++) {
      const { kind, text } = this.lexemes[i]!;
      if (kind === 'boundary') return text === ',';
    }
    return false;
  }

  private isProgram(lower: string, at: number): boolean {
    if (PROGRAMS.has(lower)) return true;
    if (!this.codeWords.has(lower)) return false;
    // "is not found", "to make sure": the plain word.
    const before = this.lexemes[at - 1]?.text.toLowerCase();
    return before !== 'to' && before !== 'not';
  }

  private plainWord(text: string): void {
    const slot = slotOf(text);
    if (slot !== undefined) {
      for (const key of slot.keys) this.add(slot.kind, key);
      return;
    }
    const lower = text.toLowerCase();
    if (RIVAL_OF.has(lower)) this.add('rival', `${RIVAL_OF.get(lower)}:${lower}`);
    const parts = lower.split(/[-/]/).filter((part) => part.length > 1);
    for (const part of parts.length > 0 ? parts : [lower]) {
      const root = this.root(part);
      if (isStopWord(part, this.language)) continue;
      const concept = parts.length > 1 ? phraseAt([root], 0, this.spaced)?.concept : undefined;
      if (concept) this.addConcept(concept);
      else if (/[\p{L}\p{N}]/u.test(root)) this.add('word', root);
    }
  }

  private addConcept(concept: string): void {
    const kind: UnitKind = CONCEPTS[concept]?.kind ?? 'concept';
    const opposite = OPPOSITE.get(concept);
    // "is not installed" and "is missing" are one state; "do not start" stays an order.
    if (kind === 'state' && this.negating && opposite !== undefined && CONCEPTS[opposite]?.kind === 'state') {
      this.add('state', opposite, false);
    } else this.add(kind, concept);
  }

  private add(kind: UnitKind, key: string, negated = this.negating): void {
    this.units.push({ kind, key, part: this.part, negated });
  }
}

const PRONOUN = 'it';

/** "leave it out" speaks of the flag, else of the program, of the condition; "run it directly" leaves that out. */
function resolvePronouns(units: Unit[]): void {
  const things = units.filter(({ part, kind }) => part === 'condition' && (kind === 'flag' || kind === 'program'));
  const thing = things.find(({ kind }) => kind === 'flag') ?? things[0];
  if (thing === undefined) return;
  for (const unit of [...units]) {
    if (unit.part !== 'action') continue;
    if (unit.kind === 'generic' && unit.key === PRONOUN)
      units.push({ ...thing, part: 'action', negated: unit.negated });
    else if (unit.key === 'directly' && thing.kind === 'program')
      units.push({ ...thing, part: 'action', negated: !unit.negated });
  }
}

function longest<T>(
  words: readonly string[],
  find: (phrase: string) => T | undefined,
): { value: T; length: number } | undefined {
  for (let length = Math.min(4, words.length); length > 0; length--) {
    const value = find(words.slice(0, length).join(' '));
    if (value !== undefined) return { value, length };
  }
  return undefined;
}
