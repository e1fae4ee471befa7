/** How a pipeline follows the one before it: `&&`, `||`, `;` or a new line, `&`. */
export type ShellJoin = 'start' | 'and' | 'or' | 'then' | 'background';

export interface ShellRedirect {
  /** File descriptor; `&>` and `>&` without one count as 1. */
  fd: number;
  operator: string;
  target: string;
}

/** A command as typed: assignments and redirects apart, words unquoted. */
export interface ShellStage {
  words: string[];
  assignments: string[];
  redirects: ShellRedirect[];
  /** Scripts in `$(…)`, backticks and `<(…)` among its words. */
  substitutions: ShellScript[];
}

export interface ShellPipeline {
  join: ShellJoin;
  stages: ShellStage[];
}

/**
 * Commands in the order in which they stand. Groups, subshells and keywords (`if`, `do`, `{`, `(` …) are taken off and
 * their bodies stand in line: which commands run and what joins them is what the rules ask, not the grammar.
 */
export interface ShellScript {
  pipelines: ShellPipeline[];
  /** False where a quote or a substitution is not closed. */
  complete: boolean;
}

/** Deeper substitutions are read as plain words. */
const MAX_DEPTH = 16;
const KEYWORDS = new Set(['if', 'then', 'elif', 'else', 'fi', 'while', 'until', 'do', 'done', 'esac', '{', '}', '!']);
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]]{0,64}\])?\+?=/;
const BLANK = new Set([' ', '\t', '\r']);
/** Characters that end an unquoted word. */
const ENDS_WORD = new Set([' ', '\t', '\r', '\n', ';', '&', '|', '(', ')', '<', '>']);

interface Word {
  text: string;
  quoted: boolean;
  substitutions: ShellScript[];
}

/** Reads a POSIX-like command line in one pass; never throws. What is no shell language comes out as words. */
export function parseShell(command: string): ShellScript {
  return new ShellReader(command, 0).script('');
}

class ShellReader {
  private at = 0;
  private complete = true;
  private readonly heredocs: { delimiter: string; indented: boolean }[] = [];

  constructor(
    private readonly text: string,
    private readonly depth: number,
  ) {}

  /** Up to the closing character, which is consumed, or to the end. */
  script(close: string): ShellScript {
    const pipelines: ShellPipeline[] = [];
    let join: ShellJoin = 'start';
    let stages: ShellStage[] = [];
    let stage = emptyStage();
    let groups = 0;
    let closed = close === '';

    const endStage = () => {
      if (stage.words.length > 0 || stage.assignments.length > 0 || stage.redirects.length > 0) stages.push(stage);
      stage = emptyStage();
    };
    const endPipeline = (next: ShellJoin) => {
      endStage();
      if (stages.length > 0) {
        pipelines.push({ join, stages });
        stages = [];
        join = next;
      } else if (pipelines.length > 0 && next !== 'then') join = next;
    };

    while (this.at < this.text.length) {
      const char = this.text[this.at]!;
      if (BLANK.has(char)) this.at++;
      else if (char === '\n') {
        this.at++;
        this.skipHeredocs();
        // A new line after an operator only continues it.
        if (stages.length > 0 || stage.words.length > 0 || stage.assignments.length > 0) endPipeline('then');
      } else if (char === '#') this.at = indexOrEnd(this.text, '\n', this.at);
      else if (char === ';') {
        this.at++;
        endPipeline('then');
      } else if (char === '&' && this.text[this.at + 1] !== '>') {
        const and = this.text[this.at + 1] === '&';
        this.at += and ? 2 : 1;
        endPipeline(and ? 'and' : 'background');
      } else if (char === '|') {
        const or = this.text[this.at + 1] === '|';
        this.at += or || this.text[this.at + 1] === '&' ? 2 : 1;
        if (or) endPipeline('or');
        else endStage();
      } else if (char === '(') {
        if (this.text[this.at + 1] === '(' && stage.words.length === 0) this.skipArithmetic();
        else {
          this.at++;
          groups++;
          endStage();
        }
      } else if (char === ')') {
        this.at++;
        if (groups === 0 && close === ')') {
          closed = true;
          break;
        }
        groups = Math.max(0, groups - 1);
        endStage();
      } else if (char === '<' || char === '>' || char === '&') this.redirect(stage, undefined);
      else {
        const word = this.word();
        if (/^\d{1,3}$/.test(word.text) && !word.quoted && (this.text[this.at] === '<' || this.text[this.at] === '>')) {
          this.redirect(stage, Number(word.text));
        } else this.add(stage, word);
      }
    }
    endPipeline('then');
    return { pipelines, complete: this.complete && closed };
  }

  private add(stage: ShellStage, word: Word): void {
    for (const script of word.substitutions) stage.substitutions.push(script);
    if (stage.words.length === 0 && !word.quoted && KEYWORDS.has(word.text)) return;
    if (stage.words.length === 0 && ASSIGNMENT.test(word.text)) stage.assignments.push(word.text);
    else stage.words.push(word.text);
    if (word.text === '[[' && stage.words.length === 1) this.conditional(stage);
  }

  /** Inside `[[ … ]]` operators are words. */
  private conditional(stage: ShellStage): void {
    while (this.at < this.text.length && this.text[this.at] !== '\n') {
      const char = this.text[this.at]!;
      if (BLANK.has(char)) this.at++;
      else if (ENDS_WORD.has(char)) {
        stage.words.push(char);
        this.at++;
      } else {
        const word = this.word();
        stage.words.push(word.text);
        for (const script of word.substitutions) stage.substitutions.push(script);
        if (word.text === ']]') return;
      }
    }
  }

  private redirect(stage: ShellStage, fd: number | undefined): void {
    const operator = /^(?:<<<|<<-?|&>>?|>>|>&|>\||<&|<>|[<>])/.exec(this.text.slice(this.at, this.at + 3))?.[0] ?? '>';
    this.at += operator.length;
    if ((operator === '<' || operator === '>') && this.text[this.at] === '(' && this.depth < MAX_DEPTH) {
      this.at++;
      stage.substitutions.push(this.nested(')'));
      stage.words.push(`${operator}(…)`);
      return;
    }
    while (BLANK.has(this.text[this.at] ?? '')) this.at++;
    const target = this.word();
    for (const script of target.substitutions) stage.substitutions.push(script);
    if (operator === '<<' || operator === '<<-') {
      this.heredocs.push({ delimiter: target.text, indented: operator === '<<-' });
    } else stage.redirects.push({ fd: fd ?? (operator.startsWith('<') ? 0 : 1), operator, target: target.text });
  }

  private skipHeredocs(): void {
    for (const { delimiter, indented } of this.heredocs.splice(0)) {
      while (this.at < this.text.length) {
        const end = indexOrEnd(this.text, '\n', this.at);
        const line = this.text.slice(this.at, end);
        this.at = end + 1;
        if ((indented ? line.replace(/^\t+/, '') : line) === delimiter) break;
      }
    }
  }

  private skipArithmetic(): void {
    this.at = indexOrEnd(this.text, '))', this.at) + 2;
  }

  /** The rest of a substitution, read on from here by a reader of its own depth. */
  private nested(close: string): ShellScript {
    const reader = new ShellReader(this.text, this.depth + 1);
    reader.at = this.at;
    const script = reader.script(close);
    this.at = reader.at;
    if (!script.complete) this.complete = false;
    return script;
  }

  private word(): Word {
    const parts: string[] = [];
    const word: Word = { text: '', quoted: false, substitutions: [] };
    while (this.at < this.text.length) {
      const char = this.text[this.at]!;
      if (ENDS_WORD.has(char)) break;
      if (char === '\\') {
        if (this.text[this.at + 1] !== '\n') parts.push(this.text[this.at + 1] ?? '\\');
        word.quoted = true;
        this.at += 2;
      } else if (char === "'") {
        word.quoted = true;
        parts.push(this.quotedUntil("'"));
      } else if (char === '"') {
        word.quoted = true;
        this.doubleQuoted(parts, word);
      } else if (char === '$' || char === '`') this.expansion(parts, word);
      else {
        const from = this.at++;
        while (
          this.at < this.text.length &&
          !ENDS_WORD.has(this.text[this.at]!) &&
          !'\\\'"$`'.includes(this.text[this.at]!)
        ) {
          this.at++;
        }
        parts.push(this.text.slice(from, this.at));
      }
    }
    word.text = parts.join('');
    return word;
  }

  private quotedUntil(quote: string): string {
    const from = this.at + 1;
    const end = this.text.indexOf(quote, from);
    if (end < 0) this.complete = false;
    this.at = end < 0 ? this.text.length : end + 1;
    return this.text.slice(from, end < 0 ? undefined : end);
  }

  private doubleQuoted(parts: string[], word: Word): void {
    this.at++;
    while (this.at < this.text.length) {
      const char = this.text[this.at]!;
      if (char === '"') {
        this.at++;
        return;
      }
      if (char === '\\') {
        const next = this.text[this.at + 1] ?? '';
        parts.push('"\\$`'.includes(next) ? next : `\\${next}`);
        this.at += 2;
      } else if (char === '$' || char === '`') this.expansion(parts, word);
      else {
        const from = this.at++;
        while (this.at < this.text.length && !'"\\$`'.includes(this.text[this.at]!)) this.at++;
        parts.push(this.text.slice(from, this.at));
      }
    }
    this.complete = false;
  }

  /** `$(…)`, `$((…))`, `` `…` ``; other `$` stand for themselves. */
  private expansion(parts: string[], word: Word): void {
    const from = this.at;
    if (this.text[this.at] === '`') {
      const inner = this.quotedUntil('`');
      if (this.depth < MAX_DEPTH) word.substitutions.push(new ShellReader(inner, this.depth + 1).script(''));
    } else if (this.text.startsWith('$((', this.at)) this.skipArithmetic();
    else if (this.text.startsWith('$(', this.at) && this.depth < MAX_DEPTH) {
      this.at += 2;
      word.substitutions.push(this.nested(')'));
    } else this.at++;
    parts.push(this.text.slice(from, this.at));
  }
}

const emptyStage = (): ShellStage => ({ words: [], assignments: [], redirects: [], substitutions: [] });

function indexOrEnd(text: string, found: string, from: number): number {
  const at = text.indexOf(found, from);
  return at < 0 ? text.length : at;
}
