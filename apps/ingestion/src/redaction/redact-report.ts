import type { Item, JobReport, Redactions } from '#contracts';

import { count } from './redaction-counts.js';
import { redactInto } from './redact-text.js';
import { kindOfNamedValue } from './secret.rules.js';

/** Deeper values cannot come from a report; a reader of other bodies gets them as a mark. */
const MAX_DEPTH = 64;

/**
 * A report as it may be stored: secrets and invisible characters are out of every text, of tool arguments at any depth
 * and their keys. Ids stay; the answer of a reflection job is passed on as it came, it is never evidence.
 */
export function redactReport(report: JobReport): { report: JobReport; redactions: Redactions } {
  const redactions: Redactions = {};
  const clean = (text: string) => redactInto(text, redactions);
  return {
    report: {
      ...report,
      title: clean(report.title),
      task: clean(report.task),
      ...(report.release !== undefined && { release: clean(report.release) }),
      ...(report.origin !== undefined && { origin: clean(report.origin) }),
      ...(report.error && { error: { summary: clean(report.error.summary) } }),
      items: report.items.map((item) => redactItem(item, redactions)),
    },
    redactions,
  };
}

function redactItem(item: Item, redactions: Redactions): Item {
  const clean = (text: string) => redactInto(text, redactions);
  switch (item.type) {
    case 'message':
      return { ...item, text: clean(item.text) };
    case 'command':
      return { ...item, command: clean(item.command), output: clean(item.output) };
    case 'tool':
      return {
        ...item,
        name: clean(item.name),
        ...(item.namespace !== undefined && { namespace: clean(item.namespace) }),
        arguments: redactValue(item.arguments, redactions),
        output: clean(item.output),
      };
    default:
      return item;
  }
}

/** Any JSON value, with its texts and keys redacted; a value named like a secret is taken for one. */
export function redactValue(value: unknown, redactions: Redactions, depth = 0): unknown {
  if (typeof value === 'string') return redactInto(value, redactions);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[nested too deeply]';
  if (Array.isArray(value)) return value.map((inner) => redactValue(inner, redactions, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const kind = typeof inner === 'string' ? kindOfNamedValue(key, inner) : undefined;
      if (kind === undefined) return [redactInto(key, redactions), redactValue(inner, redactions, depth + 1)];
      count(redactions, kind, 1);
      return [redactInto(key, redactions), `[secret:${kind}]`];
    }),
  );
}
