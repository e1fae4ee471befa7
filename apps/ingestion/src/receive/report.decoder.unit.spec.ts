import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

import { JOB_FINISHED_TYPE } from '#contracts';

import { decodeReport } from './report.decoder.js';

const report = { jobId: 'j', task: 'Prüfe 部署' };
const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const event = { specversion: '1.0', type: JOB_FINISHED_TYPE, id: '1', source: 'x' };
const codeOf = async (body: Uint8Array, headers?: Record<string, string>) => {
  const decoded = await decodeReport(body, headers);
  return decoded.ok ? 'ok' : decoded.problem.code;
};

describe('decodeReport', () => {
  it.each<[string, Uint8Array, Record<string, string>]>([
    ['a bare report', bytes(report), {}],
    ['a structured event', bytes({ ...event, data: report }), {}],
    ['a structured event with base64', bytes({ ...event, data_base64: bytes(report).toString('base64') }), {}],
    ['a binary event', bytes(report), { 'ce-type': JOB_FINISHED_TYPE, 'ce-specversion': '1.0' }],
    ['gzip', gzipSync(bytes(report)), { 'Content-Encoding': 'gzip' }],
    ['deflate', deflateSync(bytes(report)), { 'content-encoding': 'deflate' }],
    ['raw deflate', deflateRawSync(bytes(report)), { 'content-encoding': 'deflate' }],
    ['a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes(report)]), {}],
  ])('reads %s', async (_, body, headers) => {
    expect(await decodeReport(body, headers)).toEqual({ ok: true, value: report });
  });

  it.each<[string, string, Uint8Array, Record<string, string>]>([
    ['no JSON', 'invalid_json', bytes('{'), {}],
    ['nothing', 'invalid_json', bytes(''), {}],
    ['Latin-1', 'not_utf8', Buffer.from('{"a":"\xe9"}', 'latin1'), {}],
    ['a half character', 'not_utf8', Buffer.from([0x22, 0xe2, 0x82, 0x22]), {}],
    ['another event', 'invalid_field', bytes({ ...event, type: 'other', data: report }), {}],
    ['another binary event', 'invalid_field', bytes(report), { 'ce-type': 'other' }],
    ['an unknown encoding', 'invalid_field', bytes(report), { 'content-encoding': 'br' }],
    ['broken gzip', 'invalid_json', bytes('xxxx'), { 'content-encoding': 'gzip' }],
    ['cut gzip', 'invalid_json', gzipSync(bytes(report)).subarray(0, 20), { 'content-encoding': 'gzip' }],
    ['a bomb by ratio', 'payload_too_large', gzipSync(Buffer.alloc(1_000_000, 0x20)), { 'content-encoding': 'gzip' }],
    [
      'a bomb by size',
      'payload_too_large',
      gzipSync(Buffer.alloc(17 * 1024 * 1024, 0x20)),
      { 'content-encoding': 'gzip' },
    ],
    ['a large body', 'payload_too_large', Buffer.alloc(16 * 1024 * 1024 + 1, 0x20), {}],
    ['deep nesting', 'invalid_field', bytes('['.repeat(5_000_000)), {}],
    [
      'deep nesting in base64',
      'invalid_field',
      bytes({ ...event, data_base64: bytes('['.repeat(99)).toString('base64') }),
      {},
    ],
  ])('refuses %s with %s', async (_, code, body, headers) => expect(await codeOf(body, headers)).toBe(code));

  it('counts no brackets in strings', async () => {
    expect(await codeOf(bytes({ text: `\\"${'['.repeat(100)}` }))).toBe('ok');
  });
});
