import type { Command } from 'commander';
import { randomUUID } from 'node:crypto';
import { table, type Session } from '../session.js';

export function settingsCommand(program: Command, session: Session): void {
  const settings = program
    .command('settings')
    .description('settings that can be changed at run time')
    .action(async () => {
      const reply = await session.client().ask('ledger.settings.get');
      session.print(reply, () =>
        table([
          ...reply.settings.map(({ key, value, allowed, changedBy }) => [
            key,
            JSON.stringify(value),
            changedBy === undefined ? 'default' : `by ${changedBy.credential}`,
            allowed,
          ]),
          ...reply.settings.flatMap(({ key, narrower }) =>
            narrower.map((n) => [key, JSON.stringify(n.value), [n.agent, n.skill].filter(Boolean).join(' / '), '']),
          ),
        ]),
      );
    });
  settings
    .command('set')
    .argument('<key>')
    .argument('<value>', 'JSON, or plain text')
    .option('--agent <agent>')
    .option('--skill <skill>')
    .action(async (key: string, text: string, scope: { agent?: string; skill?: string }) => {
      const reply = await session
        .client()
        .ask('ledger.settings.set', { key, value: valueOf(text), ...scope, idempotencyKey: randomUUID() });
      session.print(reply, () => `${key} is set`);
    });
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
