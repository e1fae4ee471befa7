import { fold, isBlank } from '#domain';
import type { ContentProblem } from './gate.js';
import { findInjection } from './injection/injection.js';
import { findSecret } from './secrets.js';
import { findUnsafe } from './unsafe-action.gate.js';
import { findUrl } from './urls.js';

/** Bytes of UTF-8. */
export const HUMAN_CONTENT_LIMIT = 16 * 1024;

/** What is wrong with a person's text (domain.md section 5), in order of the gates; a person may insist on some. */
export function humanContentProblems(content: string): ContentProblem[] {
  const folded = fold(content);
  if (isBlank(folded)) return [{ reason: 'blank_content', acknowledgeable: false }];
  const bytes = Buffer.byteLength(content);
  if (bytes > HUMAN_CONTENT_LIMIT)
    return [
      {
        reason: 'content_too_long',
        detail: `${bytes} bytes of at most ${HUMAN_CONTENT_LIMIT}`,
        acknowledgeable: false,
      },
    ];
  const problems: ContentProblem[] = [];
  const add = (reason: ContentProblem['reason'], detail: string | undefined, acknowledgeable: boolean): void => {
    if (detail !== undefined) problems.push({ reason, detail, acknowledgeable });
  };
  add('content_contains_url', findUrl(folded), false);
  add('content_injection_suspect', findInjection(content), true);
  add('content_contains_secret', findSecret(folded), false);
  add('unsafe_action', findUnsafe(folded), true);
  return problems;
}
