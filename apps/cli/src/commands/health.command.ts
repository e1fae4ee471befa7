import type { Command } from 'commander';
import { randomUUID } from 'node:crypto';
import { table, type Session } from '../session.js';

export function healthCommand(program: Command, session: Session): void {
  program
    .command('health')
    .description('how the whole is doing')
    .action(async () => {
      const reply = await session.client().ask('health.get');
      session.print(reply, () => outline(reply));
    });

  const letters = program
    .command('deadletters')
    .description('refused messages with their reason')
    .action(async () => {
      const reply = await session.client().ask('evidence.deadletters', { limit: 100 });
      session.print(reply, () =>
        reply.deadLetters.length === 0
          ? 'none'
          : table(reply.deadLetters.map((d) => [d.id, d.receivedAt, d.agent ?? '-', d.jobId ?? '-', d.code, d.detail])),
      );
    });
  letters
    .command('replay')
    .description('process dead letters again')
    .argument('<ids...>')
    .action(async (ids: string[]) => {
      const reply = await session.client().ask('evidence.replay', { ids, idempotencyKey: randomUUID() });
      session.print(reply, () => table(reply.results.map((r) => [r.id, r.outcome, r.detail ?? ''])));
      if (reply.results.some(({ outcome }) => outcome !== 'recorded' && outcome !== 'repeat')) process.exitCode = 1;
    });
}

/** Nested values as indented lines. */
function outline(value: unknown, indent = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${indent}${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'object' && inner !== null
      ? [`${indent}${key}:`, ...outline(inner, `${indent}  `)]
      : [`${indent}${key}: ${typeof inner === 'string' ? inner : JSON.stringify(inner)}`],
  );
}
