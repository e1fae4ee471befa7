import { ERRORS, type ErrorCode } from '../src/index.js';
import { inOrder } from './refusals.js';
import { schemaRef, type Schema } from './schema.js';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}
const RETRYABLE = new Set([429, 503]);
const SHARED_UP_TO = 2;

export type Responses = Record<string, object>;

export const json = (schema: Schema): object => ({ 'application/json': { schema } });

export const parameter = (
  place: Parameter['in'],
  name: string,
  { description, ...schema }: Schema,
  required = place === 'path',
): Parameter => ({
  name,
  in: place,
  ...(required && { required }),
  ...(description !== undefined && { description }),
  schema,
});

/** One response a status, with the codes that it may carry; the short ones, which many routes have, are shared. */
export function problemResponses(codes: ErrorCode[]): Responses {
  return Object.fromEntries(
    [...byStatus(codes)].map(([status, own]) => [
      String(status),
      own.length <= SHARED_UP_TO ? { $ref: `#/components/responses/${own.join('.')}` } : problemResponse(status, own),
    ]),
  );
}

/** The shared responses that the paths refer to. */
export function sharedResponses(paths: object): Responses {
  const names = [...JSON.stringify(paths).matchAll(/"#\/components\/responses\/([\w.]+)"/g)].map(([, name]) => name!);
  return Object.fromEntries(
    [...new Set(names)].sort().map((name) => {
      const codes = name.split('.') as ErrorCode[];
      return [name, problemResponse(ERRORS[codes[0]!].status, codes)];
    }),
  );
}

function problemResponse(status: number, codes: ErrorCode[]): object {
  const code = { type: 'string', enum: codes };
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join(' '),
    ...(RETRYABLE.has(status) && { headers: { 'Retry-After': { schema: { type: 'integer' } } } }),
    content: { 'application/problem+json': { schema: { ...schemaRef('Problem'), properties: { code } } } },
  };
}

function byStatus(codes: ErrorCode[]): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of inOrder(codes))
    groups.set(ERRORS[code].status, [...(groups.get(ERRORS[code].status) ?? []), code]);
  return groups;
}
