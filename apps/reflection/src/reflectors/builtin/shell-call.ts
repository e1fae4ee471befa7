import { commandsOf, parseShell } from '#domain';

/** A command as typed, with what it was called on. */
export interface SimpleCommand {
  /** As typed: `./check.sh`, not `check.sh`. */
  program: string;
  words: string[];
}

/** A command line as far as the reflector needs it. */
export interface CommandLine {
  commands: SimpleCommand[];
  /** All programs, those that only wrap others too. */
  programs: string[];
  assignments: string[];
}

const MAX_CHARS = 8_000;

export function readCommand(text: string): CommandLine {
  const script = parseShell(text.slice(0, MAX_CHARS));
  const running = commandsOf(script);
  return {
    commands: running.map(({ words: [program = '', ...words] }) => ({ program, words })),
    programs: running.flatMap(({ wrappers, words }) => [...wrappers, words[0] ?? '']),
    assignments: script.pipelines.flatMap(({ stages }) => stages.flatMap(({ assignments }) => assignments)),
  };
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

/** A flag, with its value where that is attached. */
const FLAG = /^-{1,2}[A-Za-z][^\s]*$/;
export const flagsOf = (command: SimpleCommand): string[] => command.words.filter((word) => FLAG.test(word));
export const operandsOf = (command: SimpleCommand): string[] => command.words.filter((word) => !word.startsWith('-'));
