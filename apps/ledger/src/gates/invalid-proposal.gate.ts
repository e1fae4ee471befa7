import { fold } from '#domain';
import { isReadOnlyCheck } from './check-allowlist.js';
import type { Citation, GateInput, Rejection } from './gate.js';

export const CONTENT_LIMIT = 4096;
export const CHECK_LIMIT = 512;
const EVIDENCE_LIMIT = 200;
const ID_LIMIT = 256;
const SKILL = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

/** Gate 1: reads a proposal as it came, or says what is wrong with it. */
export function readProposal(raw: unknown): GateInput | Rejection {
  const invalid = (detail: string): Rejection => ({ reason: 'invalid_proposal', detail });
  if (!isRecord(raw)) return invalid('not an object');
  const { skill, kind, content, condition, action, check, evidence } = raw;
  if (typeof skill !== 'string' || !SKILL.test(skill) || skill.includes('--'))
    return invalid('skill is not a skill name');
  if (kind !== 'condition' && kind !== 'correction') return invalid('kind is neither condition nor correction');
  if (!isText(content, CONTENT_LIMIT)) return invalid(`content is not text of at most ${CONTENT_LIMIT} code points`);
  if (!isAbsent(condition) && !isText(condition, CONTENT_LIMIT)) return invalid('condition is not text');
  if (!isAbsent(action) && !isText(action, CONTENT_LIMIT)) return invalid('action is not text');
  if (!Array.isArray(evidence) || evidence.length > EVIDENCE_LIMIT || !evidence.every(isCitation))
    return invalid(`evidence is not a list of at most ${EVIDENCE_LIMIT} {jobId, item?}`);
  const read = isAbsent(check) ? undefined : readCheck(check);
  if (typeof read === 'string') return invalid(read);
  return {
    skill,
    kind,
    content,
    ...(typeof condition === 'string' && { condition }),
    ...(typeof action === 'string' && { action }),
    ...(read && { check: read }),
    evidence: evidence.map(({ jobId, item }) => ({ jobId, ...(!isAbsent(item) && { item }) })),
    folded: foldedTexts(content, read),
  };
}

export function foldedTexts(content: string, check?: { command: string; expect: string }): GateInput['folded'] {
  const folded = fold(content);
  return { content: folded, all: check ? `${folded}\n${fold(check.command)}\n${fold(check.expect)}` : folded };
}

function readCheck(check: unknown): { command: string; expect: string } | string {
  if (!isRecord(check) || typeof check.command !== 'string' || typeof check.expect !== 'string')
    return 'check is not {command, expect}';
  const { command, expect } = check;
  if (!isText(command, CHECK_LIMIT) || !isText(expect, CHECK_LIMIT)) return `check is over ${CHECK_LIMIT} code points`;
  return isReadOnlyCheck(command) ? { command, expect } : 'check is no command of the read-only list';
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;
/** `limit` in code points. A string has at most twice as many code units. */
const isText = (value: unknown, limit: number): value is string =>
  typeof value === 'string' && value.length <= limit * 2 && [...value].length <= limit;

function isCitation(value: unknown): value is Citation {
  if (!isRecord(value) || typeof value.jobId !== 'string') return false;
  const { jobId, item } = value;
  return (
    jobId.length > 0 &&
    jobId.length <= ID_LIMIT &&
    (isAbsent(item) || (Number.isSafeInteger(item) && (item as number) >= 0))
  );
}
