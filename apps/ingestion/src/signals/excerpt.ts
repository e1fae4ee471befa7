import type { CallItem, Findings, Item, JobReport } from '#contracts';

/** Longest excerpt, in code points. */
export const EXCERPT_MAX = 3_000;
const TITLE = 120;
const ERROR = 300;
const MESSAGES = 8;
const MESSAGE = 400;
const CALLS = 10;
const CALL = 300;
const OUTPUT = 300;
const NEXT = 200;
const TASK = 500;

/**
 * What a model is shown of a job: status, error, people's words, failed calls and how the agent got past them, the task.
 * Expects a redacted report, whose texts hold no lone surrogates; cuts stand between code points and show as `…`.
 */
export function excerptOf(report: JobReport, findings: Pick<Findings, 'calls' | 'humanMessages'>): string {
  const parts = [`title: ${head(oneLine(report.title), TITLE)}\nstatus: ${report.status}`];
  if (report.error) parts.push(`error: ${head(report.error.summary, ERROR)}`);
  for (const { item, human } of findings.humanMessages.slice(-MESSAGES).reverse()) {
    const message = report.items[item];
    if (message?.type === 'message') parts.push(`person (item ${item}, ${human}): ${head(message.text, MESSAGE)}`);
  }
  parts.push(...failedCalls(report.items, findings.calls));
  parts.push(`task: ${head(report.task, TASK)}`);
  const compactions = report.items.filter(({ type }) => type === 'compaction').length;
  if (compactions > 0) parts.push(`context compactions: ${compactions}`);
  if (report.usage) parts.push(`tokens: ${report.usage.inputTokens} in, ${report.usage.outputTokens} out`);
  return head(parts.join('\n'), EXCERPT_MAX);
}

function failedCalls(items: Item[], calls: Findings['calls']): string[] {
  const shown = new Set<string>();
  const parts: string[] = [];
  for (const { item, class: found, counts } of calls) {
    const call = items[item];
    if (!counts || (call?.type !== 'command' && call?.type !== 'tool')) continue;
    const text = callText(call);
    if (shown.has(text)) continue;
    shown.add(text);
    const code = call.type === 'command' ? `, exit ${call.exitCode}` : '';
    const next = nextInTurn(items, item);
    parts.push(
      `failed call (item ${item}, ${found}${code}): ${head(text, CALL)}` +
        (call.output.trim() === '' ? '' : `\noutput: ${tail(call.output.trim(), OUTPUT)}`) +
        (next ? `\nnext call: ${head(callText(next), NEXT)}` : ''),
    );
    if (parts.length === CALLS) break;
  }
  return parts;
}

/** The call after this one, before the next user message and within its turn where turns are numbered. */
function nextInTurn(items: Item[], at: number): CallItem | undefined {
  const { turn } = items[at]!;
  for (const item of items.slice(at + 1, at + 50)) {
    if (item.type === 'message' && item.role === 'user') return undefined;
    if (item.type !== 'command' && item.type !== 'tool') continue;
    return turn !== undefined && item.turn !== undefined && item.turn !== turn ? undefined : item;
  }
  return undefined;
}

const callText = (call: CallItem): string =>
  call.type === 'command' ? call.command.trim() : `${call.name} ${JSON.stringify(call.arguments) ?? ''}`.trim();

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The first code points; a cut takes the place of the last one. */
export function head(text: string, max: number): string {
  if (text.length <= max) return text;
  // One more code unit than `max` pairs have: what is cut off here is never all that was left.
  const points = Array.from(text.slice(0, 2 * max + 1));
  return points.length <= max ? text : `${points.slice(0, max - 1).join('')}…`;
}

/** The last code points. */
export function tail(text: string, max: number): string {
  if (text.length <= max) return text;
  const from = text.slice(-2 * max - 2);
  // Where the cut fell inside a pair, its second half is no code point of the text.
  const points = Array.from(/^[\udc00-\udfff]/.test(from) ? from.slice(1) : from);
  return points.length <= max ? text : `…${points.slice(1 - max).join('')}`;
}
