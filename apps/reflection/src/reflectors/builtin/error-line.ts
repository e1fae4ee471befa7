import { foldLine } from './messages.js';

const HEAD = 4_000;
const TAIL = 8_000;
const LINE_LIMIT = 400;
const ANSI = /\u001b\[[0-9;]{0,20}[A-Za-z]/g;

/** Lines of an output that may carry the error: its head and its end, cut, without colours. */
export function linesOf(output: string): string[] {
  const text = output.length > HEAD + TAIL ? `${output.slice(0, HEAD)}\n${output.slice(-TAIL)}` : output;
  return text
    .replace(ANSI, '')
    .split('\n')
    .map((line) => line.trim().slice(0, LINE_LIMIT))
    .filter(Boolean);
}

const PREFIXES = [
  /^Error: (?=\S)/,
  /^(?:\/(?:usr\/)?bin\/)?(?:ba|da|z|k|a|fi)?sh: (?:-c: )?(?:line |Zeile |第 ?|行 ?)?(?:\d+(?: ?行)?: )?/,
  /^\(eval\):\d+: /,
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,\dZ+:-]{0,15}\]? /,
  /^(?:\[(?:error|ERROR|warn|WARN|fatal)\]|ERROR|FATAL)[: ]+/,
];

/** The line without what shells, clocks and loggers put before it. */
export function bare(line: string): string {
  let text = line;
  for (const prefix of PREFIXES) text = text.replace(prefix, '');
  return text;
}

const SLOTS: [RegExp, string][] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<id>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?\S{0,8}/g, '<time>'],
  [/\b\d\d:\d\d:\d\d\b/g, '<time>'],
  [/(?<![\w'])'[^']{1,200}'|"[^"]{1,200}"/g, '<name>'],
  [/(?:[A-Za-z]:\\|~\/|\.{0,2}\/)[^\s:,;'"()]{1,200}/g, '<path>'],
  [/\b(?=[A-Za-z_]{0,40}\d)(?=\d{0,40}[A-Za-z_])[A-Za-z0-9_]{4,64}\b/g, '<id>'],
  [/\b[\w-]{1,80}\.(?:py|js|ts|txt|json|csv|md|sh|ya?ml|toml|xml|html?|log|gz|zip|pdf|xlsx?)\b/g, '<path>'],
  [/\d+(?:[.,]\d+)*/g, '<n>'],
];

/** A line with numbers, times, quoted names, paths and ids taken out: equal for two sightings of one error. */
export function normalise(line: string): string {
  let text = foldLine(bare(line));
  for (const [pattern, slot] of SLOTS) text = text.replace(pattern, slot);
  return text.replace(/\s+/g, ' ').trim();
}

/** Whether the message speaks of one thing by name or number: a fact about that thing, not about the tool. */
export const namesOneThing = (normalised: string): boolean => /<(?:id|name|path|time)>/.test(normalised);

/** The longest stretch of a message without a slot: what may be quoted of it anywhere. */
export function fragment(line: string): string {
  let text = bare(line).replace(/[`´‘’]/g, "'");
  for (const [pattern] of SLOTS) text = text.replace(pattern, '\u0000');
  const parts = text.split(/\u0000|: |[{}[\]<>|]/).map((part) => part.replace(/^[\s:,;.'"()-]+|[\s:,;.'"(-]+$/g, ''));
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '').slice(0, 80);
  // "total price is" asks for the number that was taken out.
  return longest.replace(/,[^,]{0,60} (?:is|was|are|of|for|to|on|at|by|in|with|but|than)$/, '');
}

const ERROR_WORDS =
  /error|fatal|fail|cannot|can't|could not|unable|denied|refus|invalid|illegal|unknown|missing|not found|no such|exception|must |unexpected|unsupported|not permitted|not allowed|fehler|错误|失败|無効|エラー|오류|실패|lỗi/i;
const EXCEPTION = /^[A-Za-z_][\w.]{0,80}(?:Error|Exception|Warning|Interrupt): ?/;

/** The line that says what went wrong: a program's own complaint, else a trace's last line, else the first that
 * sounds like an error. */
export function errorLine(lines: string[], programs: readonly string[]): string | undefined {
  const own = lines.find((line) => programs.some((program) => bare(line).startsWith(`${program}: `)));
  if (own) return own;
  if (lines.some((line) => line.startsWith('Traceback (most recent'))) {
    const last = lines.findLast((line) => EXCEPTION.test(line));
    if (last) return last;
  }
  return lines.find((line) => ERROR_WORDS.test(line));
}
