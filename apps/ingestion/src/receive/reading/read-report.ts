import { createHash } from 'node:crypto';

import { type Findings, isAgent, isJobId, type Item, type JobReport, type Problem, type Redactions } from '#contracts';
import canonicalize from 'canonicalize';

import { redactReport, redactValue } from '../../redaction/redact-report.js';
import { cutDeliveredText } from '../../signals/delivered-text.js';
import { excerptOf } from '../../signals/excerpt.js';
import { readFindings } from '../../signals/read-findings.js';
import { decodeReport } from '../report.decoder.js';
import { isObject } from '../report.fields.js';
import { type UnknownField, validateReport } from '../report.validator.js';

export interface ReadOptions {
  now: Date;
  /** Agent of the subject or route. */
  agent?: string;
  /** Headers of the message or request, for CloudEvents in binary mode and compression. */
  headers?: Record<string, string>;
  /** Takes upper case in the report's agent for lower; the bus never does. */
  foldAgentCase?: boolean;
  countMcpFailures: boolean;
  relaysPeople?: boolean;
}

/** A report as it may be stored, with what was read in it. */
export interface ReadReport {
  ok: true;
  /** Text that we delivered cut out, secrets and invisible characters out; `reflection` as it came. */
  report: JobReport;
  /** `lessonsFound` holds the texts of notes as they were rendered; who knows the agent's lessons finds their ids. */
  findings: Findings;
  excerpt: string;
  redactions: Redactions;
  /** SHA-256, hex, of each redacted item's canonical JSON. */
  itemDigests: string[];
  /** SHA-256, hex, of the task as {@link foldTask} gives it. */
  foldedTask: string;
  unknownFields: UnknownField[];
}

export interface UnreadableReport {
  ok: false;
  problem: Problem;
  /** What can be told of whose report it is. */
  agent?: string;
  jobId?: string;
  /** Redacted JSON of what could be decoded, for the dead letter. */
  body?: string;
}
export type ReadResult = ReadReport | UnreadableReport;

// The package is CommonJS; its types describe a default export that it does not have.
const canonical = canonicalize as unknown as (value: unknown) => string;
const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Decodes, checks, cuts, redacts and reads a report. Pure; an expected fault is an answer. */
export async function readReport(input: Uint8Array | object, options: ReadOptions): Promise<ReadResult> {
  if (!(input instanceof Uint8Array)) return readValue(input, options);
  const decoded = await decodeReport(input, options.headers);
  return decoded.ok ? readValue(decoded.value, options) : { ok: false, problem: decoded.problem };
}

function readValue(value: unknown, options: ReadOptions): ReadResult {
  const named =
    options.foldAgentCase && isObject(value) && typeof value.agent === 'string'
      ? { ...value, agent: value.agent.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) }
      : value;
  const checked = validateReport(named, options);
  if (!checked.ok) return unreadable(named, checked.problem);
  const { report: cut, notes } = withoutDelivered(checked.report);
  const { report, redactions } = redactReport(cut);
  const findings = { ...readFindings(report, options), lessonsFound: notes };
  return {
    ok: true,
    report,
    findings,
    excerpt: excerptOf(report, findings),
    redactions,
    itemDigests: report.items.map((item) => sha256(canonical(item))),
    foldedTask: sha256(foldTask(report.task)),
    unknownFields: checked.unknownFields,
  };
}

function unreadable(value: unknown, fault: Problem): UnreadableReport {
  const { agent, jobId } = isObject(value) ? value : {};
  return {
    ok: false,
    problem: fault,
    ...(isAgent(agent) && { agent }),
    ...(isJobId(jobId) && { jobId }),
    body: JSON.stringify(redactValue(value, {})),
  };
}

/** Tasks that differ only in case, width of letters and white space are one task. */
export const foldTask = (task: string): string => task.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** The report without text that this system delivered, and the notes found in it, each once. */
function withoutDelivered(report: JobReport): { report: JobReport; notes: string[] } {
  const notes = new Set<string>();
  const cut = (text: string) => {
    const { text: left, notes: found } = cutDeliveredText(text);
    for (const note of found) notes.add(note);
    return left;
  };
  const task = cut(report.task);
  const items = report.items.map((item): Item => {
    if (item.type === 'message') return { ...item, text: cut(item.text) };
    if (item.type === 'command' || item.type === 'tool') return { ...item, output: cut(item.output) };
    return item;
  });
  return {
    report: {
      ...report,
      // A task is never blank; one that was all skill text goes by its title.
      task: task.trim() === '' ? report.title : task,
      items,
      ...(report.error && { error: { summary: cut(report.error.summary) } }),
    },
    notes: [...notes],
  };
}
