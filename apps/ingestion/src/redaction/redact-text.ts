import type { Redactions } from '#contracts';

import { withoutInvisible } from './invisible-characters.js';
import { presetSecrets } from './preset-secrets.js';
import { count } from './redaction-counts.js';
import { ownSecrets, type SecretRange } from './secret.rules.js';

/** A replacement may bring two halves of a secret together; more rounds than this were never seen to be needed. */
const MAX_ROUNDS = 5;
/** A text without any of these holds nothing that a rule could find. */
const HINT = /[=:：]|[_-][A-Za-z0-9]{8}|[A-Z0-9]{16}|bearer|pass|token|secret|key|eyJ/i;

export interface Redacted {
  text: string;
  redactions: Redactions;
}

/**
 * Text with each secret as `[secret:KIND]` and without invisible characters; doing it again changes nothing.
 * What was taken out is counted by kind.
 */
export function redactText(text: string): Redacted {
  const redactions: Redactions = {};
  return { text: redactInto(text, redactions), redactions };
}

/** As {@link redactText}, adding to the counts of a whole report. */
export function redactInto(text: string, redactions: Redactions): string {
  let redacted = withoutInvisible(text, redactions);
  if (redacted.length < 8 || !HINT.test(redacted)) return redacted;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = replaced(redacted, [...presetSecrets(redacted), ...ownSecrets(redacted)], redactions);
    if (next === redacted) break;
    redacted = next;
  }
  return redacted;
}

/** Overlapping ranges become one, of the kind that starts first. */
function replaced(text: string, ranges: SecretRange[], redactions: Redactions): string {
  if (ranges.length === 0) return text;
  ranges.sort((one, other) => one.start - other.start || other.end - one.end);
  const parts: string[] = [];
  let at = 0;
  for (let first = 0; first < ranges.length;) {
    const { start, kind } = ranges[first]!;
    let { end } = ranges[first]!;
    for (first++; first < ranges.length && ranges[first]!.start < end; first++) end = Math.max(end, ranges[first]!.end);
    const mark = `[secret:${kind}]`;
    if (text.slice(start, end) !== mark) count(redactions, kind, 1);
    parts.push(text.slice(at, start), mark);
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
