import { STATUS_CODES } from 'node:http';
import { ERRORS, type ErrorCode } from '../src/index.js';

const INTRODUCTION = `# Errors

Generated from \`libs/contracts/src/errors.ts\` by \`npm run contracts\`.

Every refusal has a fixed \`code\`; programs tell refusals apart by it alone. HTTP answers problem details (RFC 9457) with
the status; NATS answers the same body with the headers \`Nats-Service-Error\` and \`Nats-Service-Error-Code\` (the status).
\`errors[]\` names each wrong field with its path and reason, \`conflictsWith\` the lesson that a text collided with. With
429 and 503 the same request may succeed later, after \`retryAfter\` seconds where that is said.
`;

/** Markdown: the catalogue as one table a status. */
export function errorsPage(): string {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b);
  const sections = statuses.map((status) => {
    const rows = codes
      .filter((code) => ERRORS[code].status === status)
      .map((code) => `| \`${code}\` | ${cell(ERRORS[code].title)} | ${cell(ERRORS[code].help)} |`);
    return [
      `## ${status} ${STATUS_CODES[status]}`,
      '',
      '| code | what happened | what to do |',
      '|---|---|---|',
      ...rows,
    ].join('\n');
  });
  return [INTRODUCTION, ...sections].join('\n\n');
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
