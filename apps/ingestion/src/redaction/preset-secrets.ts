import { rules } from '@secretlint/secretlint-rule-preset-recommend';

import type { SecretRange } from './secret.rules.js';

/**
 * Rules of the preset that must not run: comments in a report could switch the others off, and the service account rule
 * reads files.
 */
const LEFT_OUT = new Set(['@secretlint/secretlint-rule-filter-comments', '@secretlint/secretlint-rule-gcp']);
const PREFIX = '@secretlint/secretlint-rule-';

let found: SecretRange[] = [];

/** The parts of a rule that we drive; the runner of the rule set keeps every measurement for ever. */
interface Rule {
  meta: { id: string };
  create(context: object, options: object): { file?(source: object): unknown };
}

const scanners = (rules as unknown as Rule[])
  .filter(({ meta }) => !LEFT_OUT.has(meta.id))
  .map((rule) =>
    rule.create(
      {
        createTranslator: () => (messageId: string) => ({ messageId, message: messageId }),
        report: ({ range: [start, end] }: { range: [number, number] }) =>
          found.push({ start, end, kind: rule.meta.id.slice(PREFIX.length).replaceAll('-', '_') }),
        ignore: () => undefined,
      },
      {},
    ),
  );

/** Secrets by secretlint's recommended rules. */
export function presetSecrets(text: string): SecretRange[] {
  found = [];
  const source = { content: text, contentType: 'text', filePath: undefined, ext: '' };
  for (const scanner of scanners) void scanner.file?.(source);
  return found;
}
