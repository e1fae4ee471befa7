import type { Redactions } from '#contracts';

import { count } from './redaction-counts.js';

/** Terminal escape sequences, dropped whole. Repeats are bounded and what matched is consumed: linear time. */
const ESCAPE_SEQUENCES =
  /(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]|\u001b\][^\u0007\u001b\n]{0,4096}(?:\u0007|\u001b\\)?|\u001b[PX^_][^\u001b\n]{0,4096}(?:\u001b\\)?|\u001b[ -/]{0,4}[0-~]/g;
/** `\n` and `\t` stay. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const BIDIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f]/g;
const TAGS = /[\u{e0000}-\u{e01ef}]/gu;
/** Zero-width characters, fillers, joiners, variation selectors, soft hyphens. */
const ZERO_WIDTH =
  /[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]/g;
const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ANY =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\udb40]/;

/**
 * Text without what shows nothing but may steer a reader, each dropped character counted by kind. A lone surrogate
 * becomes U+FFFD. A carriage return that redraws a line becomes a line end, so that a message after a progress bar still
 * starts its line.
 */
export function withoutInvisible(text: string, redactions: Redactions): string {
  let clean = text;
  if (!clean.isWellFormed()) {
    count(redactions, 'surrogate', clean.match(LONE_SURROGATES)?.length ?? 0);
    clean = clean.toWellFormed();
  }
  if (!ANY.test(clean)) return clean;
  const drop = (pattern: RegExp, kind: string, instead = '') => {
    clean = clean.replace(pattern, () => {
      count(redactions, kind, 1);
      return instead;
    });
  };
  clean = clean.replace(/\r\n/g, '\n');
  drop(ESCAPE_SEQUENCES, 'escape_sequence');
  drop(/\r+/g, 'control', '\n');
  drop(CONTROL, 'control');
  drop(BIDIRECTIONAL, 'bidirectional');
  drop(TAGS, 'tag');
  drop(ZERO_WIDTH, 'zero_width');
  return clean;
}
