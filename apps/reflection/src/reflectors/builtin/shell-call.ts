/** Reading of a shell command as far as the reflector needs it: one pass, no expansion, never an error. */

export interface Word {
  /** With quotes and escapes taken off. */
  text: string;
  raw: string;
}

/** One simple command: the program and its words; `wrappers` ran it (`sudo`, `xargs`, …). */
export interface SimpleCommand {
  program: string;
  words: Word[];
  assignments: string[];
  wrappers: string[];
}

const WRAPPERS = new Set([
  'sudo',
  'doas',
  'env',
  'time',
  'nohup',
  'nice',
  'timeout',
  'xargs',
  'exec',
  'command',
  'stdbuf',
  'setsid',
]);
const KEYWORDS = new Set(['if', 'then', 'else', 'elif', 'fi', 'do', 'done', 'while', 'until', '!', '{', '}', 'time']);
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
const MAX_CHARS = 8_000;
const MAX_DEPTH = 3;

interface Scan {
  commands: Word[][];
  /** Texts of `$( … )` and back-quoted parts. */
  nested: string[];
}

/** End of the group that opens before `from`; quotes inside are passed over. */
function groupEnd(text: string, from: number): number {
  let depth = 1;
  let quote = '';
  for (let i = from; i < text.length; i += 1) {
    const c = text[i];
    if (c === '\\') i += 1;
    else if (quote) quote = c === quote ? '' : quote;
    else if (c === "'" || c === '"') quote = c;
    else if (c === '(') depth += 1;
    else if (c === ')' && (depth -= 1) === 0) return i;
  }
  return text.length;
}

function scan(text: string): Scan {
  const commands: Word[][] = [];
  const nested: string[] = [];
  let words: Word[] = [];
  let value = '';
  let raw = '';
  let quote = '';
  const endWord = () => {
    if (raw) words.push({ text: value, raw });
    value = '';
    raw = '';
  };
  const endCommand = () => {
    endWord();
    if (words.length) commands.push(words);
    words = [];
  };
  for (let i = 0; i < text.length; i += 1) {
    const c = text[i]!;
    const next = text[i + 1];
    if (c === '\\' && quote !== "'" && next !== undefined) {
      value += next;
      raw += c + next;
      i += 1;
    } else if (c === '$' && next === '(' && quote !== "'") {
      const end = groupEnd(text, i + 2);
      nested.push(text.slice(i + 2, end));
      value += text.slice(i, end + 1);
      raw += text.slice(i, end + 1);
      i = end;
    } else if (c === '`' && quote !== "'" && text.indexOf('`', i + 1) > 0) {
      const end = text.indexOf('`', i + 1);
      nested.push(text.slice(i + 1, end));
      value += text.slice(i, end + 1);
      raw += text.slice(i, end + 1);
      i = end;
    } else if (quote) {
      raw += c;
      if (c === quote) quote = '';
      else value += c;
    } else if (c === "'" || c === '"') {
      quote = c;
      raw += c;
    } else if (c === ' ' || c === '\t' || c === '\r') endWord();
    else if (c === '\n' || c === ';' || c === '|' || c === '&' || c === '(' || c === ')') {
      if (c === '&' && raw.endsWith('>')) raw += c;
      else endCommand();
    } else {
      value += c;
      raw += c;
    }
  }
  endCommand();
  return { commands, nested };
}

/** Words of a wrapper's call that are the wrapped command: after its own flags and assignments. */
function wrapped(name: string, words: Word[]): Word[] {
  let i = 0;
  while (
    i < words.length &&
    (words[i]!.text.startsWith('-') || ASSIGNMENT.test(words[i]!.text) || (name === 'timeout' && i === 0))
  ) {
    // Flags of xargs and sudo that take their value as the next word.
    if (/^-[nPILdu]$/.test(words[i]!.text)) i += 1;
    i += 1;
  }
  return words.slice(i);
}

function simple(words: Word[], wrappers: string[], into: SimpleCommand[]): void {
  let start = 0;
  const assignments: string[] = [];
  while (start < words.length) {
    const { text, raw } = words[start]!;
    if (ASSIGNMENT.test(raw)) assignments.push(text);
    else if (!KEYWORDS.has(text)) break;
    start += 1;
  }
  const head = words[start];
  if (!head || head.text === 'for' || head.text === 'case') return;
  const rest = words.slice(start + 1);
  into.push({ program: head.text, words: rest, assignments, wrappers });
  if (WRAPPERS.has(head.text)) simple(wrapped(head.text, rest), [...wrappers, head.text], into);
  const exec = rest.findIndex((word) => word.text === '-exec' || word.text === '-execdir');
  if (head.text === 'find' && exec >= 0) simple(rest.slice(exec + 1), [...wrappers, 'find'], into);
}

/** The simple commands of a command line, wrapped and substituted ones included, in order of appearance. */
export function commandsOf(text: string, depth = 0): SimpleCommand[] {
  const found = scan(text.slice(0, MAX_CHARS));
  const into: SimpleCommand[] = [];
  for (const words of found.commands) simple(words, [], into);
  if (depth < MAX_DEPTH) for (const inner of found.nested) into.push(...commandsOf(inner, depth + 1));
  return into;
}

/** Whether quotes or a substitution stand inside quotes, or quotes inside a substitution: what a caller in between loses. */
export function hasNestedQuotes(text: string): boolean {
  let open = '';
  let substitution = 0;
  for (let i = 0; i < text.length && i < MAX_CHARS; i += 1) {
    const c = text[i]!;
    if (c === '\\') {
      if (open === '"' && text[i + 1] === '"') return true;
      i += 1;
    } else if (open === "'") {
      if (c === "'") open = '';
      else if (c === '"') return true;
    } else if (c === '$' && text[i + 1] === '(') {
      if (open) return true;
      substitution += 1;
    } else if (c === ')' && substitution) substitution -= 1;
    else if (c === '"' || c === "'") {
      if (substitution || (open === '"' && c === "'")) return true;
      open = open === c ? '' : c;
    }
  }
  return false;
}

const FUNCTION_WORDS = new Set(
  (
    'the a an is are was were to of that this it you your i my in with and or be can please there have has let any what not from by as on at would ' +
    "could should may might will here which could i'm it's let's here's don't"
  ).split(' '),
);
const SPAN = /"[^"]{0,2000}"|(?<=[\s=])'[^']{0,2000}'/g;

/** Whether the "command" is talk: an agent that answered in words where a command was due. */
export function isProse(text: string): boolean {
  if (text.startsWith('```')) return true;
  const words = text.slice(0, 600).replace(SPAN, ' ').split(/\s+/).filter(Boolean);
  if (words.length < 2) return false;
  const functional = words.filter((word) => FUNCTION_WORDS.has(word.toLowerCase().replace(/[.,:;!?]+$/, ''))).length;
  const capital = /^[A-Z][a-z']*[!.,:]?$/.test(words[0]!);
  if (capital && /^[A-Za-z]+[.,:;!?]?$/.test(words[1]!)) return true;
  return functional >= 2 && functional / words.length >= (capital ? 0.2 : 0.4);
}

export const flagsOf = (command: SimpleCommand): string[] =>
  command.words
    .filter((word) => /^-{1,2}[A-Za-z]/.test(word.text) && word.raw.startsWith('-'))
    .map((word) => word.text);

const REDIRECT = /^\d?(?:>>?|<)/;
/** Operands: words that are neither flags nor redirections. */
export const operandsOf = (command: SimpleCommand): string[] =>
  command.words.filter((word) => !/^-/.test(word.raw) && !REDIRECT.test(word.raw)).map((word) => word.text);
