import { type CallClass, type EvidenceRecord, SUPPORTING_CLASSES } from '#contracts';
import { linesOf } from './error-line.js';
import { isProse, readCommand, type SimpleCommand } from './shell-call.js';

/** A call of a job as the reflector sees it. */
export interface Call {
  job: EvidenceRecord;
  item: number;
  /** The command line, or the arguments as JSON. */
  text: string;
  /** Absent for a shell command. */
  tool?: string;
  arguments?: Record<string, unknown>;
  commands: SimpleCommand[];
  assignments: string[];
  programs: string[];
  lines: string[];
  worked: boolean;
  prose: boolean;
}

/** A failed call that may support a note. */
export interface Failure extends Call {
  class: CallClass;
}

const SHELL_TOOLS = new Set([
  'bash',
  'shell',
  'sh',
  'exec',
  'exec_command',
  'execute_bash',
  'run_command',
  'run_shell_command',
  'terminal',
  'local_shell',
  'cmd',
]);

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

function shellText(args: Record<string, unknown>): string | undefined {
  const command = args['command'] ?? args['cmd'] ?? args['script'];
  if (typeof command === 'string') return command;
  if (!Array.isArray(command)) return undefined;
  const words = command.map(String);
  return /^(?:\/bin\/)?(?:ba|z)?sh$/.test(words[0] ?? '') && /^-\w*c$/.test(words[1] ?? '')
    ? (words[2] ?? '')
    : words.join(' ');
}

function callAt(job: EvidenceRecord, index: number, failed: ReadonlySet<number>): Call | undefined {
  const item = job.items[index];
  if (item?.type !== 'command' && item?.type !== 'tool') return undefined;
  const lines = linesOf(item.output);
  const args = item.type === 'tool' ? recordOf(item.arguments) : undefined;
  const command =
    item.type === 'command' ? item.command : SHELL_TOOLS.has(item.name.toLowerCase()) ? shellText(args!) : undefined;
  const ok = item.type === 'command' ? item.exitCode === 0 : item.success === true;
  const base = { job, item: index, lines, worked: ok && !failed.has(index) };
  if (command === undefined) {
    const tool = (item as { name: string }).name;
    return {
      ...base,
      text: JSON.stringify(args),
      tool,
      arguments: args!,
      commands: [],
      programs: [tool],
      assignments: [],
      prose: false,
    };
  }
  return { ...base, text: command, ...readCommand(command), prose: isProse(command) };
}

/** All calls of a job, in order. */
export function callsOf(job: EvidenceRecord): Call[] {
  const failed = new Set(job.calls.map((call) => call.item));
  return job.items.flatMap((_, index) => callAt(job, index, failed) ?? []);
}

const SUPPORTING = new Set<CallClass>(SUPPORTING_CLASSES);

/** Failures of one job that are read; a job stuck in a loop teaches nothing more after that. */
const FAILURES_PER_JOB = 200;

/** The calls of a job that may support a note, from item `from` on. */
export function failuresOf(job: EvidenceRecord, calls: Call[], from: number): Failure[] {
  const classes = new Map(
    job.calls.filter((call) => call.counts && SUPPORTING.has(call.class)).map((call) => [call.item, call.class]),
  );
  const failures = calls.flatMap((call) => {
    const found = classes.get(call.item);
    return found && call.item >= from ? [{ ...call, class: found }] : [];
  });
  return failures.slice(0, FAILURES_PER_JOB);
}

/** A job that was told lessons: what it did next may be our own echo. */
export const sawLessons = (job: EvidenceRecord): boolean => job.lessonsSeen.length > 0 || job.lessonsFound.length > 0;
