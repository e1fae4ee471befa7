import { Clauses } from './clauses.js';
import { type Grammar, isUnspaced, type Opening, SPACED } from './grammar.js';
import type { NoteLanguage } from './language.js';
import type { Lexeme } from './lexemes.js';
import { CONCEPTS, RIVALS } from './lexicon.js';
import { isSubcommand, programKey, PROGRAMS } from './programs.js';
import { PRONOUN } from './pronouns.js';
import { slotOf } from './slots.js';
import { rootOf } from './stem.js';
import type { Meaning } from './unit.js';
import { readRun } from './unspaced.js';
import { type Hit, isSilent, isStopWord, phraseAt } from './vocabulary.js';

const roots = (words: string): Set<string> => new Set(words.split(' ').map(rootOf));
/** Verbs after which a negation says the opposite: "do not forget to quote". */
const UNDOES_NEGATION = roots('forget fail hesitate neglect omit skip miss avoid bother');
const LEAVING_OUT = roots('skip omit drop ignore avoid forgo');
/** `command -v tree` and its like ask whether a program is there. */
const LOOKS_UP = new Set(['command', 'which', 'type', 'hash', 'whereis']);
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
/** Lexemes looked at from one place: the longest phrase has five words, and silent ones stand between. */
const WINDOW = 9;

/** The words from one place to the next mark. */
interface Window {
  /** As they stand, lower case. */
  plain: string[];
  /** Without the silent ones; English ones as roots. */
  roots: string[];
  /** How many lexemes each root and all before it took. */
  taken: number[];
}

/** Reads the lexemes of a note in one pass. Each rule answers how many lexemes it took; 0 passes on to the next. */
export class NoteReader {
  private readonly clauses = new Clauses();
  private readonly grammar: Grammar;
  /** The lexicon that Latin words are looked up in; in unspaced languages they are English. */
  private readonly lexicon: 'en' | 'de' | 'vi';
  private atSentenceStart = true;
  private previousProgram: string | undefined;
  private lookingUp = false;
  /** "no blanks in the recipe" turns the blanks only. */
  private nounNegated = false;

  constructor(
    private readonly language: NoteLanguage,
    private readonly lexemes: readonly Lexeme[],
    private readonly codeWords: ReadonlySet<string>,
  ) {
    this.lexicon = language === 'de' || language === 'vi' ? language : 'en';
    this.grammar = SPACED[this.lexicon];
  }

  read(): Meaning {
    for (let at = 0; at < this.lexemes.length;) at += this.step(at);
    return this.clauses.finish(this.language);
  }

  private step(at: number): number {
    const lexeme = this.lexemes[at]!;
    if (lexeme.kind === 'word') return lexeme.code ? this.code(lexeme) : this.word(at, lexeme.text);
    if (lexeme.kind === 'run') this.run(lexeme.text);
    else {
      this.clauses.mark(lexeme.text);
      this.atSentenceStart = lexeme.text === '.' || lexeme.text === '?';
    }
    this.previousProgram = undefined;
    return 1;
  }

  private run(text: string): void {
    if (!isUnspaced(this.language)) return;
    for (const piece of readRun(text, this.language)) {
      if (piece.opens !== undefined) this.clauses.openCondition(piece.opens);
      else if (piece.closes !== undefined) this.clauses.closeCondition(piece.closes);
      else if (piece.negates === 'after') this.clauses.startNegation();
      else if (piece.negates === 'before') this.clauses.negateClause();
      else if (piece.concept !== undefined) this.clauses.addConcept(piece.concept);
      else if (piece.pair !== undefined) this.clauses.add('pair', piece.pair);
    }
  }

  private code({ text, head }: Lexeme): number {
    if (head) this.lookingUp = LOOKS_UP.has(text);
    // A note that looks a program up says what to do where it is not there.
    if (this.lookingUp) {
      if (head) this.clauses.add('state', 'missing', false);
      else if (!text.startsWith('-')) this.program(text);
    } else if (this.previousProgram !== undefined && isSubcommand(this.previousProgram, text)) this.subcommand(text);
    else if (head && /^[a-z][\w+-]{0,30}$/i.test(text) && slotOf(text) === undefined) this.program(text);
    else {
      if (head) this.previousProgram = undefined;
      this.codeWord(text);
    }
    return 1;
  }

  private codeWord(text: string): void {
    const lower = text.toLowerCase();
    const concept = phraseAt([this.root(lower)], 0, this.lexicon)?.concept;
    const slot = slotOf(text);
    if (concept !== undefined && (slot === undefined || slot.kind === 'name' || slot.kind === 'number'))
      this.clauses.addConcept(concept);
    else if (slot !== undefined) for (const key of slot.keys) this.clauses.add(slot.kind, key);
    else if (/[\p{L}\p{N}]/u.test(lower)) this.clauses.add('word', this.root(lower));
    else if (lower.length <= 3) this.clauses.add('name', lower);
  }

  private program(name: string): void {
    this.previousProgram = name.toLowerCase();
    this.clauses.add('program', programKey(this.previousProgram));
  }

  private subcommand(word: string): void {
    this.clauses.add('subcommand', `${programKey(this.previousProgram!)} ${word}`);
  }

  private root(word: string): string {
    return this.lexicon === 'en' ? rootOf(word) : word;
  }

  /** A word outside code marks, or a phrase that starts with it. */
  private word(at: number, text: string): number {
    const window = this.windowAt(at);
    const lower = text.toLowerCase();
    const first = this.atSentenceStart;
    this.atSentenceStart = false;
    const opened = this.opening(at, window, first);
    if (opened > 0) return opened;
    if (this.named(at, lower)) {
      this.clauses.countWord();
      return 1;
    }
    this.previousProgram = undefined;
    const hit = isSilent(lower) ? undefined : phraseAt(window.roots, 0, this.lexicon);
    const turned = this.installed(at, lower) || this.negation(at, window, hit);
    if (turned > 0) return turned;
    this.endNegation(lower);
    this.clauses.countWord();
    if (hit !== undefined) {
      this.clauses.addConcept(hit.concept);
      return window.taken[hit.length - 1]!;
    }
    if (this.isPronoun(lower, at)) this.clauses.add('generic', PRONOUN);
    else if (!isStopWord(lower, this.language)) this.plainWord(text);
    return 1;
  }

  private windowAt(at: number): Window {
    const window: Window = { plain: [], roots: [], taken: [] };
    for (let i = at; i < Math.min(this.lexemes.length, at + WINDOW); i++) {
      const lexeme = this.lexemes[i]!;
      if (lexeme.kind !== 'word' || lexeme.code) break;
      const lower = lexeme.text.toLowerCase();
      window.plain.push(lower);
      if (this.lexicon === 'en' && isSilent(lower)) continue;
      window.roots.push(this.root(lower));
      window.taken.push(i - at + 1);
    }
    return window;
  }

  /** Opens or closes a condition. */
  private opening(at: number, { plain, roots: words }: Window, first: boolean): number {
    const { opens, opensNoun, closes } = this.grammar;
    const opening = longest(plain, opens);
    if (opening !== undefined && this.opensHere(opening, at, first)) {
      if (plain[0] === 'until' && this.clauses.negating) this.clauses.turnBanIntoOrder();
      else {
        this.clauses.openCondition(opening.value);
        // "Fehlt `tree`, …": the verb opens the condition and says it.
        const meant = this.language === 'de' && opening.value === 'phrase' ? phraseAt(words, 0, 'de') : undefined;
        if (meant !== undefined) this.clauses.addConcept(meant.concept);
      }
      return opening.length;
    }
    const noun = longest(plain, opensNoun);
    if (noun !== undefined) {
      this.clauses.openCondition(noun.value, true);
      return noun.length;
    }
    if (!closes.has(plain[0]!) || !this.clauses.conditionHasWords) return 0;
    this.clauses.mark(',');
    return 1;
  }

  private opensHere({ value, length }: { value: Opening; length: number }, at: number, first: boolean): boolean {
    if (value !== 'phrase') {
      // Not "before that", "once and for all", "where possible".
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

  /** Programs, and what a program is told first. */
  private named(at: number, lower: string): boolean {
    // "is not found", "to make sure": the plain word.
    const before = this.lexemes[at - 1]?.text.toLowerCase();
    if (PROGRAMS.has(lower) || (this.codeWords.has(lower) && before !== 'to' && before !== 'not')) {
      this.program(lower);
      return true;
    }
    if (this.previousProgram === undefined || !isSubcommand(this.previousProgram, lower)) return false;
    this.subcommand(lower);
    const concept = phraseAt([this.root(lower)], 0, this.lexicon)?.concept;
    if (concept !== undefined) this.clauses.addConcept(concept);
    return true;
  }

  /** "is installed" is a state, "install" an order; "the installed sort" is neither. */
  private installed(at: number, lower: string): number {
    const before = this.lexemes[at - 1]?.text.toLowerCase() ?? '';
    if (lower !== 'installed' || this.clauses.part !== 'condition' || !isSilent(before)) return 0;
    if (before !== 'the') this.clauses.addConcept('present');
    return 1;
  }

  private negation(at: number, { plain }: Window, hit: Hit | undefined): number {
    const { negates, negatesClause } = this.grammar;
    const lower = plain[0]!;
    const inCondition = this.clauses.part === 'condition';
    if (this.lexicon === 'en' && rootOf(lower) === LEAVE && this.leavesOut(at)) {
      if (inCondition || lower !== 'leave') this.clauses.addConcept('leave_out');
      else this.clauses.startNegation();
      return 1;
    }
    const length = [3, 2, 1].find((words) => negates.has(plain.slice(0, words).join(' ')));
    // "not installed" is a state of its own, "not" alone turns what follows.
    if (length !== undefined && (hit === undefined || hit.length === 1)) return this.negate(at, plain.slice(0, length));
    if (this.lexicon === 'en' && LEAVING_OUT.has(rootOf(lower))) {
      this.clauses.addConcept('leave_out');
      return 1;
    }
    if (!negatesClause.has(lower) || hit !== undefined) return 0;
    this.clauses.negateClause();
    this.clauses.startNegation();
    return 1;
  }

  private negate(at: number, negator: readonly string[]): number {
    const { length } = negator;
    const words = negator.join(' ');
    for (let i = at + length; i < Math.min(this.lexemes.length, at + length + 3); i++) {
      const { kind, text } = this.lexemes[i]!;
      if (kind === 'word' && isSilent(text.toLowerCase())) continue;
      if (kind !== 'word' || !UNDOES_NEGATION.has(rootOf(text))) break;
      this.clauses.endNegation();
      return i - at + 1;
    }
    const before = this.lexemes[at - 1]?.text ?? '';
    const inCondition = this.clauses.part === 'condition';
    if (words === 'no' && (inCondition || /^(?:has|have|had|is|are|with)$/i.test(before))) {
      this.clauses.add('state', 'missing', false);
      return length;
    }
    // "When cp omits folders" tells what happens; only in an action is it an order.
    if (inCondition && LEAVING_OUT.has(rootOf(words))) this.clauses.addConcept('leave_out');
    else if (this.clauses.negating && words === 'without') this.clauses.turnBanIntoOrder();
    else this.clauses.startNegation(CONTRASTS.has(words));
    this.nounNegated = words === 'no';
    return length;
  }

  /** "leave it alone", "leave the flag out" */
  private leavesOut(at: number): boolean {
    for (let i = at + 1; i < Math.min(this.lexemes.length, at + WINDOW); i++) {
      const { kind, code, text } = this.lexemes[i]!;
      if (kind === 'boundary') return false;
      if (kind === 'word' && !code && /^(?:out|off|alone|away|aside|be)$/i.test(text)) return true;
    }
    return false;
  }

  private endNegation(lower: string): void {
    const joins =
      this.clauses.part === 'condition'
        ? lower === 'and' || lower === 'or'
        : this.nounNegated && PREPOSITIONS.has(lower);
    if (this.clauses.negationReached && (joins || this.grammar.endsNegation.has(lower))) this.clauses.endNegation();
  }

  /** "leave that" but not "that command". */
  private isPronoun(lower: string, at: number): boolean {
    if (!PRONOUNS.has(lower)) return false;
    return !/^(?:that|this|one)$/.test(lower) || this.lexemes[at + 1]?.kind !== 'word';
  }

  private plainWord(text: string): void {
    const slot = slotOf(text);
    if (slot !== undefined) {
      // "pandoc 3" names its version.
      const kind = slot.kind === 'number' && this.clauses.last?.kind === 'program' ? 'version' : slot.kind;
      for (const key of slot.keys) this.clauses.add(kind, key);
      return;
    }
    const lower = text.toLowerCase();
    if (this.lexicon === 'en' && /^un\w{4,}$/.test(lower) && this.turnedWord(lower.slice(2))) return;
    if (RIVAL_OF.has(lower)) this.clauses.add('rival', `${RIVAL_OF.get(lower)}:${lower}`);
    const parts = lower.split(/[-/]/).filter((part) => part.length > 1);
    for (const part of parts.length > 0 ? parts : [lower]) {
      if (isStopWord(part, this.language)) continue;
      const concept = parts.length > 1 ? phraseAt([this.root(part)], 0, this.lexicon)?.concept : undefined;
      if (concept !== undefined) this.clauses.addConcept(concept);
      // English terms stand in notes of every language.
      else if (/[\p{L}\p{N}]/u.test(part)) this.clauses.add('word', rootOf(part));
    }
  }

  /** "leave it unquoted" */
  private turnedWord(rest: string): boolean {
    const concept = phraseAt([rootOf(rest)], 0, 'en')?.concept;
    if (concept === undefined || CONCEPTS[concept]?.kind !== undefined) return false;
    this.clauses.add('concept', concept, !this.clauses.negating);
    return true;
  }
}

const LEAVE = rootOf('leave');

function longest<T>(words: readonly string[], table: Record<string, T>): { value: T; length: number } | undefined {
  for (let length = Math.min(4, words.length); length > 0; length--) {
    const phrase = words.slice(0, length).join(' ');
    if (Object.hasOwn(table, phrase)) return { value: table[phrase]!, length };
  }
  return undefined;
}
