import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { createGunzip, createInflate, createInflateRaw } from 'node:zlib';

import { JOB_FINISHED_TYPE, type Problem, problem, REPORT_LIMITS } from '#contracts';

import { isObject } from './report.fields.js';

export type Decoded = { ok: true; value: unknown } | { ok: false; problem: Problem };

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Of the report, and of the CloudEvent around it. */
const MAX_NESTING = REPORT_LIMITS.nesting + 1;

/**
 * The report in a message or request body: bare JSON, CloudEvents structured (`specversion` in the body) or binary (`ce-`
 * headers), plain or compressed as `content-encoding` says (gzip, deflate).
 * Refuses with `payload_too_large`, `not_utf8`, `invalid_json`, `invalid_field`. Nothing of the report is checked yet.
 */
export async function decodeReport(bytes: Uint8Array, headers: Record<string, string> = {}): Promise<Decoded> {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (bytes.byteLength > REPORT_LIMITS.bytes) return tooLarge();
  const plain = await inflated(bytes, named.get('content-encoding'));
  if (!(plain instanceof Uint8Array)) return plain;
  if (nestingOf(plain) > MAX_NESTING) {
    return refused(problem('invalid_field', `The body is nested deeper than ${REPORT_LIMITS.nesting}.`));
  }
  let body: unknown;
  try {
    body = JSON.parse(utf8.decode(plain));
  } catch (error) {
    return refused(problem(error instanceof SyntaxError ? 'invalid_json' : 'not_utf8'));
  }
  const type = named.get('ce-type');
  if (type !== undefined) return type === JOB_FINISHED_TYPE ? { ok: true, value: body } : wrongType('ce-type');
  return isObject(body) && body.specversion !== undefined ? unwrapped(body) : { ok: true, value: body };
}

const refused = (fault: Problem): Decoded & { ok: false } => ({ ok: false, problem: fault });
const tooLarge = () =>
  refused(problem('payload_too_large', `A report is at most ${REPORT_LIMITS.bytes} bytes after decompression.`));
const wrongType = (path: string) =>
  refused(problem('invalid_field', undefined, { errors: [{ path, reason: `must be ${JOB_FINISHED_TYPE}` }] }));

function unwrapped(event: Record<string, unknown>): Decoded {
  if (event.type !== JOB_FINISHED_TYPE) return wrongType('type');
  if (typeof event.data_base64 !== 'string') return { ok: true, value: event.data };
  try {
    const bytes = Buffer.from(event.data_base64, 'base64');
    if (nestingOf(bytes) > MAX_NESTING) {
      return refused(problem('invalid_field', `data_base64 is nested deeper than ${REPORT_LIMITS.nesting}.`));
    }
    return { ok: true, value: JSON.parse(utf8.decode(bytes)) };
  } catch (error) {
    return refused(problem(error instanceof SyntaxError ? 'invalid_json' : 'not_utf8', 'data_base64 holds no JSON.'));
  }
}

/** The plain bytes; inflating stops as soon as a limit is passed. */
async function inflated(bytes: Uint8Array, encoding = 'identity'): Promise<Uint8Array | (Decoded & { ok: false })> {
  const name = encoding.trim().toLowerCase();
  if (name === 'identity' || name === '') return bytes;
  if (name !== 'gzip' && name !== 'x-gzip' && name !== 'deflate') {
    return refused(
      problem('invalid_field', undefined, {
        errors: [{ path: 'content-encoding', reason: 'must be gzip or deflate' }],
      }),
    );
  }
  const limit = Math.min(REPORT_LIMITS.bytes, bytes.byteLength * REPORT_LIMITS.inflation);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    await pipeline(Readable.from([bytes]), inflater(name, bytes), async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) {
        size += chunk.length;
        if (size > limit) throw new Error('over the limit');
        chunks.push(chunk);
      }
    });
  } catch {
    return size > limit
      ? refused(
          problem(
            'payload_too_large',
            `A body inflates to at most ${REPORT_LIMITS.bytes} bytes and ${REPORT_LIMITS.inflation} times its size.`,
          ),
        )
      : refused(problem('invalid_json', `The body is not ${name}.`));
  }
  return Buffer.concat(chunks, size);
}

function inflater(name: string, bytes: Uint8Array) {
  if (name !== 'deflate') return createGunzip();
  // Some senders leave the zlib header out, whose low half byte is always 8.
  return (bytes[0]! & 0x0f) === 8 ? createInflate() : createInflateRaw();
}

/** Deepest nesting of JSON text, found before it is parsed; strings are skipped. */
function nestingOf(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === 0x22) {
      for (at++; at < bytes.length && bytes[at] !== 0x22; at++) if (bytes[at] === 0x5c) at++;
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > deepest) deepest = depth;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return deepest;
}
