import { type FieldError, isAgent, type Item, type JobReport, type Problem, problem, REPORT_LIMITS } from '#contracts';

import { nearestName } from './nearest-name.js';
import {
  ERROR_SHAPE,
  isObject,
  isTextTooLong,
  ITEM_SHAPES,
  REFLECTION_SHAPE,
  REPORT_SHAPE,
  type Shape,
  timeOf,
  USAGE_SHAPE,
} from './report.fields.js';

export interface UnknownField {
  /** Of the first place where it stands, like `items[3].exit_code`. */
  path: string;
  nearest?: string;
}
export interface ValidateOptions {
  /** What the clock says, for times in the future. */
  now: Date;
  /** Agent of the subject or route; the report must name the same. */
  agent?: string;
}
export type Validation =
  { ok: true; report: JobReport; unknownFields: UnknownField[] } | { ok: false; problem: Problem };

/** Faults and unknown fields that are listed at most. */
const LISTED = 50;
/** Title made of the task where a report has none. */
const TITLE_MAX = 120;

/**
 * Checks a decoded report against the contract. Times come out as UTC with milliseconds, a missing exit code or success
 * as null, unknown fields are left out and listed. The first of these is the code of a refusal: `invalid_agent`,
 * `agent_mismatch`, `payload_too_large`, `invalid_field` (with up to 50 faults), `time_out_of_range`.
 */
export function validateReport(value: unknown, { now, agent }: ValidateOptions): Validation {
  if (!isObject(value)) return refused(problem('invalid_field', 'A report is a JSON object.'));
  if (!isAgent(value.agent)) return refused(problem('invalid_agent'));
  if (agent !== undefined && value.agent !== agent) {
    return refused(problem('agent_mismatch', `The report names ${value.agent}, the subject ${agent}.`));
  }
  return new ReportValidation(now).run(value);
}

const refused = (fault: Problem): Validation => ({ ok: false, problem: fault });

class ReportValidation {
  private readonly errors: FieldError[] = [];
  private readonly unknown = new Map<string, UnknownField>();
  private tooLarge: string | undefined;

  constructor(private readonly now: Date) {}

  run(value: Record<string, unknown>): Validation {
    const report = this.shaped(value, REPORT_SHAPE, '', 'report');
    if (isObject(value.error)) report.error = this.shaped(value.error, ERROR_SHAPE, 'error.', 'error');
    if (isObject(value.usage)) report.usage = this.shaped(value.usage, USAGE_SHAPE, 'usage.', 'usage');
    if (isObject(value.reflection)) {
      report.reflection = this.shaped(value.reflection, REFLECTION_SHAPE, 'reflection.', 'reflection');
      this.checkValue(value.reflection.output, 'reflection.output');
    }
    if (Array.isArray(value.items)) report.items = this.items(value.items);
    if (this.tooLarge) return refused(problem('payload_too_large', this.tooLarge));
    if (this.errors.length > 0) return refused(problem('invalid_field', undefined, { errors: this.errors }));
    return this.timed(report as unknown as JobReport);
  }

  private timed(report: JobReport): Validation {
    const started = timeOf(report.startedAt);
    const finished = timeOf(report.finishedAt);
    if (finished < started) return refused(problem('time_out_of_range', 'finishedAt is before startedAt.'));
    if (finished > this.now.getTime() + REPORT_LIMITS.futureMs) {
      return refused(
        problem('time_out_of_range', `finishedAt is more than 5 minutes after ${this.now.toISOString()}.`),
      );
    }
    report.startedAt = new Date(started).toISOString();
    report.finishedAt = new Date(finished).toISOString();
    report.title ??= titleOf(report.task);
    return { ok: true, report, unknownFields: [...this.unknown.values()] };
  }

  private items(values: unknown[]): Item[] {
    if (values.length > REPORT_LIMITS.items) {
      this.tooLarge ??= `A report holds at most ${REPORT_LIMITS.items} items, this one ${values.length}.`;
      return [];
    }
    return values.map((value, at) => this.item(value, at));
  }

  private item(value: unknown, index: number): Item {
    const path = `items[${index}]`;
    if (!isObject(value)) {
      this.fault(path, 'must be an object');
      return { type: 'compaction' };
    }
    const type = value.type;
    const shape = typeof type === 'string' && Object.hasOwn(ITEM_SHAPES, type) ? ITEM_SHAPES[type] : undefined;
    if (!shape) {
      this.fault(`${path}.type`, `must be one of ${Object.keys(ITEM_SHAPES).join(', ')}`);
      return { type: 'compaction' };
    }
    const item = this.shaped(value, shape, `${path}.`, type as string);
    if (typeof item.at === 'string') {
      const at = timeOf(item.at);
      if (!Number.isNaN(at)) item.at = new Date(at).toISOString();
    }
    if (type === 'command') item.exitCode ??= null;
    if (type === 'tool') {
      item.success ??= null;
      item.arguments ??= null;
      this.checkValue(item.arguments, `${path}.arguments`);
    }
    return item as unknown as Item;
  }

  /** The known fields of a value, each checked; a fault is noted and the field left out. */
  private shaped(value: Record<string, unknown>, shape: Shape, path: string, kind: string): Record<string, unknown> {
    const known: Record<string, unknown> = {};
    for (const field in shape) {
      const rule = shape[field]!;
      const found = Object.hasOwn(value, field) ? value[field] : undefined;
      if (found === undefined) {
        if (rule.required) this.fault(path + field, 'is missing');
        continue;
      }
      const reason = rule.check(found);
      if (reason !== undefined) {
        this.fault(path + field, reason);
        continue;
      }
      if (typeof found === 'string' && isTextTooLong(found)) this.longText(path + field);
      known[field] = found;
    }
    for (const field in value) if (!Object.hasOwn(shape, field)) this.unknownField(field, shape, path, kind);
    return known;
  }

  /** Free JSON: its texts have the limit of texts, its nesting that of the report. */
  private checkValue(value: unknown, path: string, depth = path.startsWith('items') ? 3 : 2): void {
    if (typeof value === 'string') {
      if (isTextTooLong(value)) this.longText(path);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    if (depth >= REPORT_LIMITS.nesting) {
      this.fault(path, `is nested deeper than ${REPORT_LIMITS.nesting}`);
      return;
    }
    for (const inner of Object.values(value)) this.checkValue(inner, path, depth + 1);
  }

  private longText(path: string): void {
    this.tooLarge ??= `${path} is over ${REPORT_LIMITS.textBytes} bytes; cut long texts in the middle.`;
  }

  private fault(path: string, reason: string): void {
    if (this.errors.length < LISTED) this.errors.push({ path, reason });
  }

  private unknownField(field: string, shape: Shape, path: string, kind: string): void {
    const key = `${kind} ${field}`;
    if (this.unknown.size >= LISTED || this.unknown.has(key)) return;
    const nearest = nearestName(field, Object.keys(shape));
    this.unknown.set(key, { path: (path + field).slice(0, 200), ...(nearest !== undefined && { nearest }) });
  }
}

function titleOf(task: string): string {
  const line = task.trimStart().split('\n', 1)[0]!;
  const points = [...line.slice(0, TITLE_MAX * 2)];
  return points.length > TITLE_MAX ? `${points.slice(0, TITLE_MAX - 1).join('')}…` : points.join('').trimEnd();
}
