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
const LOOKS_UP = new Set(['command', 'which', 'type', 'hash', 'whereis']);
const LEAVING_OUT = new Set(['skip', 'omit', 'drop', 'ignore', 'avoid', 'forgo'].map(rootOf));
const CONTRASTS = new Set([
  'instead of',
  'rather than',
  'in place of',
  'statt',
  'anstatt',
  'anstelle',
  'thay vì',
  'thay cho',
]);
const PREPOSITIONS = new Set(['in', 'on', 'at', 'for', 'from', 'to', 'of', 'inside']);
const PRONOUNS = new Set(['it', 'them', 'that', 'this', 'ihn', 'es', 'nó', 'one']);
const RIVAL_OF = new Map(RIVALS.flatMap((group) => group.map((value) => [value, group[0]!] as const)));
const OPPOSITE = new Map(ANTONYMS.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));

/** Words in code marks that name a program or a thing of the other note too: `find` in one makes "find" one in both. */
export function codeWordsOf(text: string): Set<string> {
  const found = new Set<string>();
  const unspaced = isUnspaced(languageOf(canonicalText(text)));
  for (const { kind, code, head, text: word } of lexemesOf(prepared(text))) {
    if (kind !== 'word' || !/^[a-z][\w+-]{1,30}$/.test(word)) continue;
    // A Latin word among Chinese, Japanese or Korean ones is a term of the trade.
    if ((code && head) || (!code && unspaced && phraseAt([rootOf(word)], 0, 'en') === undefined)) found.add(word);
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
  private readonly openings = new Set<Opening>();
  private part: Part = 'action';
  /** Inside what a negation reaches. */
  private negating = false;
  private negatedFrom = 0;
  /** Units from here on belong to the running clause. */
  private clauseStart = 0;
  /** Units from here on stand behind the last comma or stop. */
  private segmentStart = 0;
  private previousSegment = 0;
  /** A condition has named a flag or a program, which "it" may be. */
  private hasThing = false;
  private contrasting = false;
  /** "no blanks in the recipe" turns the blanks only. */
  private nounNegated = false;
  private atSentenceStart = true;
  private previousProgram: string | undefined;
  private words = 0;
  private lookingUp = false;
  private nounOnly = false;

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
    // "When …, do this before that": which is the condition of which stays open.
    const timed = this.openings.has('before') || this.openings.has('after');
    const mixed = timed && this.openings.size > 1;
    return {
      language: this.language,
      units,
      order: mixed ? undefined : this.order,
      split: !mixed && says('condition') && says('action'),
    };
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
    this.endClause();
    // "No tests collected? Then …" asks what others say with "if".
    if (mark === '?') for (const unit of this.units.slice(this.clauseStart)) unit.part = 'condition';
    if (mark !== ',' || this.words > 0) this.part = 'action';
    this.previousSegment = this.segmentStart;
    this.segmentStart = this.units.length;
    this.clauseStart = this.units.length;
    this.atSentenceStart = mark === '.' || mark === '?';
    this.previousProgram = undefined;
  }

  /** "/opt refuses writes; …" tells how things are though nothing opens it as a condition. "skip it" orders to leave out. */
  private endClause(): void {
    const clause = this.units.slice(this.clauseStart);
    const [first] = clause;
    if (this.part === 'action' && first !== undefined) {
      const tells = THINGS.has(first.kind) && clause.some(({ kind, key }) => kind === 'state' || TELLING.has(key));
      if (tells) for (const unit of clause) unit.part = 'condition';
    }
    // "…; do this when that is the case": what stands before is the case.
    if (this.part === 'condition' && this.words > 0 && clause.every(({ kind }) => kind === 'generic')) {
      for (const unit of this.units.slice(this.previousSegment, this.segmentStart)) unit.part = 'condition';
    }
    if (
      this.negating &&
      this.part === 'action' &&
      !this.hasThing &&
      clause.every(({ kind, negated }) => !negated || kind === 'generic')
    )
      this.add('concept', 'leave_out');
    this.negating = false;
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
    this.endClause();
    this.opened(opening);
    this.part = 'condition';
    this.words = 0;
    this.clauseStart = this.units.length;
  }

  /** What stood before it in this clause was the condition. */
  private closeCondition(opening: Opening): void {
    for (const unit of this.units.slice(this.clauseStart)) unit.part = 'condition';
    this.opened(opening);
    this.part = 'action';
    this.negating = false;
    this.clauseStart = this.units.length;
  }

  private opened(opening: Opening): void {
    this.openings.add(opening === 'phrase' ? 'when' : opening);
    if (opening === 'before' || opening === 'after') this.order ??= opening;
  }

  private negateClause(): void {
    for (const unit of this.units.slice(this.clauseStart)) unit.negated = true;
    this.clauseStart = this.units.length;
  }

  private code(lexeme: Lexeme): void {
    const { text, head } = lexeme;
    if (this.looksUp(text, head)) return;
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

  /** `command -v tree` asks whether a program is there; a note that names it says so where it is not. */
  private looksUp(text: string, head: boolean): boolean {
    if (head) this.lookingUp = LOOKS_UP.has(text);
    if (!this.lookingUp) return false;
    if (head) this.add('state', 'missing', false);
    else if (!text.startsWith('-')) this.program(text);
    return true;
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
    else if (lower.length <= 3) this.add('name', lower);
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
      if (lower === 'until' && this.negating) {
        this.turnIntoCondition();
        return opening.length;
      }
      this.open(opening.value);
      // "Fehlt `tree`, …": the verb opens the condition and says it.
      const meant = this.language === 'de' && opening.value === 'phrase' ? phraseAt(roots, 0, 'de') : undefined;
      if (meant) this.addConcept(meant.concept);
      return opening.length;
    }
    const noun = longest(plain, (phrase) =>
      Object.hasOwn(grammar.opensNoun, phrase) ? grammar.opensNoun[phrase] : undefined,
    );
    if (noun) {
      this.open(noun.value);
      this.nounOnly = true;
      return noun.length;
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
    // "is installed" is a state, "install" an order.
    if (
      lower === 'installed' &&
      this.part === 'condition' &&
      isSilent(this.lexemes[at - 1]?.text.toLowerCase() ?? '')
    ) {
      if (this.lexemes[at - 1]!.text.toLowerCase() !== 'the') this.addConcept('present');
      return 1;
    }
    const hit = isSilent(lower) ? undefined : phraseAt(roots, 0, this.spaced);
    const negator = longest(plain, (phrase) => (grammar.negates.has(phrase) ? true : undefined));
    // "leave it alone", "leave the flag out"
    if (this.spaced === 'en' && this.root(lower) === rootOf('leave') && this.leavesOut(at)) {
      if (this.part === 'condition' || lower !== 'leave') this.addConcept('leave_out');
      else this.startNegation(false);
      return 1;
    }
    // "not installed" is a state of its own, "not" alone turns what follows.
    if (negator && (hit === undefined || hit.length === 1)) return this.negate(at, negator.length);
    if (this.spaced === 'en' && LEAVING_OUT.has(this.root(lower))) {
      this.addConcept('leave_out');
      return 1;
    }
    if (grammar.negatesClause.has(lower) && hit === undefined) {
      this.negateClause();
      this.negating = true;
      return 1;
    }
    const reached = this.units.length > this.negatedFrom;
    const joins =
      this.part === 'condition' ? lower === 'and' || lower === 'or' : this.nounNegated && PREPOSITIONS.has(lower);
    if (reached && (joins || grammar.endsNegation.has(lower))) this.negating = false;
    this.words++;
    if (hit !== undefined) {
      this.addConcept(hit.concept);
      return taken[hit.length - 1]!;
    }
    if (this.isPronoun(lower, at)) this.add('generic', PRONOUN);
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
    const words = this.lexemes
      .slice(at, at + length)
      .map(({ text }) => text.toLowerCase())
      .join(' ');
    if (
      words === 'no' &&
      (this.part === 'condition' || /^(?:has|have|had|is|are|with)$/i.test(this.lexemes[at - 1]?.text ?? ''))
    ) {
      this.add('state', 'missing', false);
      return length;
    }
    // "When cp omits folders" tells what happens; only in an action is it an order.
    if (this.part === 'condition' && LEAVING_OUT.has(rootOf(words))) this.addConcept('leave_out');
    else if (this.negating && words === 'without') this.turnIntoCondition();
    else this.startNegation(CONTRASTS.has(words));
    this.nounNegated = words === 'no';
    return length;
  }

  private startNegation(contrast: boolean): void {
    this.negating = true;
    this.contrasting = contrast;
    this.negatedFrom = this.units.length;
  }

  /** "Never commit without testing", "do not commit until you have tested": before you commit, test. */
  private turnIntoCondition(): void {
    for (const unit of this.units.slice(this.clauseStart)) Object.assign(unit, { part: 'condition', negated: false });
    this.opened('before');
    this.negating = false;
    this.clauseStart = this.units.length;
  }

  /** "leave that" but not "that command". */
  private isPronoun(lower: string, at: number): boolean {
    if (!PRONOUNS.has(lower)) return false;
    return !/^(?:that|this|one)$/.test(lower) || this.lexemes[at + 1]?.kind !== 'word';
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
      // "pandoc 3" names its version.
      const kind = slot.kind === 'number' && this.units.at(-1)?.kind === 'program' ? 'version' : slot.kind;
      for (const key of slot.keys) this.add(kind, key);
      return;
    }
    const lower = text.toLowerCase();
    if (this.spaced === 'en' && /^un\w{4,}$/.test(lower) && this.turnsWord(lower.slice(2))) return;
    if (RIVAL_OF.has(lower)) this.add('rival', `${RIVAL_OF.get(lower)}:${lower}`);
    const parts = lower.split(/[-/]/).filter((part) => part.length > 1);
    for (const part of parts.length > 0 ? parts : [lower]) {
      if (isStopWord(part, this.language)) continue;
      const concept = parts.length > 1 ? phraseAt([this.root(part)], 0, this.spaced)?.concept : undefined;
      if (concept) this.addConcept(concept);
      // English terms stand in notes of every language.
      else if (/[\p{L}\p{N}]/u.test(part)) this.add('word', rootOf(part));
    }
  }

  /** "leave it unquoted" */
  private turnsWord(rest: string): boolean {
    const concept = phraseAt([rootOf(rest)], 0, 'en')?.concept;
    if (concept === undefined || CONCEPTS[concept]?.kind !== undefined) return false;
    this.add('concept', concept, !this.negating);
    return true;
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
    if (this.part === 'condition' && (kind === 'flag' || kind === 'program')) this.hasThing = true;
    this.units.push({ kind, key, part: this.part, negated, ...(negated && this.contrasting && { contrast: true }) });
    if (this.nounOnly && kind !== 'generic') {
      this.nounOnly = false;
      this.part = 'action';
      this.clauseStart = this.units.length;
    }
  }
}

const PRONOUN = 'it';
/** What a clause that tells how things are starts with. */
const TELLING = new Set(['fails', 'leave_out']);
const THINGS = new Set<UnitKind>(['program', 'path', 'file', 'flag', 'name', 'number']);

/** "leave it out" and "omit that flag" speak of the flag, else of the program, of the condition; "run it directly" leaves that out. */
function resolvePronouns(units: Unit[]): void {
  const things = units.filter(({ part, kind }) => part === 'condition' && (kind === 'flag' || kind === 'program'));
  const flag = things.find(({ kind }) => kind === 'flag');
  const thing = flag ?? things[0];
  if (thing === undefined) return;
  const ownFlag = units.some(({ part, kind }) => part === 'action' && kind === 'flag');
  for (const unit of [...units]) {
    if (unit.part !== 'action') continue;
    const isPronoun = unit.kind === 'generic' && unit.key === PRONOUN;
    if (isPronoun || (unit.key === 'option' && flag !== undefined && !ownFlag)) {
      units.push({ ...thing, part: 'action', negated: unit.negated });
    } else if (unit.key === 'directly' && thing.kind === 'program') {
      units.push({ ...thing, part: 'action', negated: !unit.negated });
      unit.kind = 'generic';
    }
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
