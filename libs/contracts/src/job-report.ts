/** `data` of `marginalia.job.finished.v1`: what a job runner says of one finished background run. */
export const JOB_FINISHED_TYPE = 'marginalia.job.finished.v1';

export const JOB_STATUSES = ['succeeded', 'failed', 'stopped'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];
export const TOOL_KINDS = ['local', 'mcp', 'hosted', 'agent'] as const;
export type ToolKind = (typeof TOOL_KINDS)[number];

interface Placed {
  at?: string;
  turn?: number;
}
export interface MessageItem extends Placed {
  type: 'message';
  role: 'user' | 'assistant' | 'system';
  text: string;
  human?: boolean;
}
export interface CommandItem extends Placed {
  type: 'command';
  command: string;
  exitCode: number | null;
  output: string;
  skill?: string;
}
export interface ToolItem extends Placed {
  type: 'tool';
  name: string;
  namespace?: string;
  /** Absent: `mcp` with a namespace or a name that starts `mcp__`, else `local`. */
  kind?: ToolKind;
  arguments: unknown;
  success: boolean | null;
  output: string;
  skill?: string;
}
export interface SkillItem extends Placed {
  type: 'skill';
  name: string;
}
export interface CompactionItem extends Placed {
  type: 'compaction';
}
/** Cited by its index in `items`, from 0. */
export type Item = MessageItem | CommandItem | ToolItem | SkillItem | CompactionItem;
export type CallItem = CommandItem | ToolItem;

export interface JobReport {
  jobId: string;
  agent: string;
  status: JobStatus;
  title: string;
  task: string;
  /** ISO-8601 UTC, milliseconds. */
  startedAt: string;
  finishedAt: string;
  release?: string;
  skills?: string[];
  lessonsSeen?: string[];
  origin?: string;
  parentJobId?: string;
  items: Item[];
  error?: { summary: string };
  usage?: { inputTokens: number; outputTokens: number };
  reflection?: { roundId: string; token: string; output: unknown };
}

/** Limits of a report; each is refused with its code. */
export const REPORT_LIMITS = {
  bytes: 16 * 1024 * 1024,
  items: 20_000,
  textBytes: 256 * 1024,
  nesting: 32,
  inflation: 100,
  futureMs: 5 * 60_000,
} as const;

export const toolKind = (tool: Pick<ToolItem, 'kind' | 'namespace' | 'name'>): ToolKind =>
  tool.kind ?? (tool.namespace !== undefined || tool.name.startsWith('mcp__') ? 'mcp' : 'local');

/** Why a job is worth reading. */
export const SIGNALS = ['failed_call', 'human_message'] as const;
export type Signal = (typeof SIGNALS)[number];

/** What a failed call was; the first that fits (domain.md section 1). */
export const CALL_CLASSES = ['declined', 'timeout', 'killed', 'transient', 'query_no', 'fault', 'masked'] as const;
export type CallClass = (typeof CALL_CLASSES)[number];
/** Classes that may support a note. `transient` may too, unless all of it is one outage. */
export const SUPPORTING_CLASSES: readonly CallClass[] = ['fault', 'timeout', 'killed', 'transient'];

export type HumanProof = 'proven' | 'presumed';
