import type { Command } from 'commander';
import { UsageError } from '../cli.config.js';
import { signalled } from '../signalled.js';
import type { Session } from '../session.js';

export function stackCommands(program: Command, session: Session): void {
  program
    .command('up')
    .description('start the whole stack on this machine; Ctrl-C stops all of it')
    .action(async () => {
      const { startStack } = await import('../stack/stack.js');
      // Listened for from the start: a signal while it starts ends it as soon as there is something to stop.
      const signal = signalled();
      const began = Date.now();
      const stack = await startStack(session.config, (line) => session.say(`marginalia: ${line}`));
      const { run } = stack;
      session.print(run, () => [
        `Marginalia is ready (${((Date.now() - began) / 1000).toFixed(1)} s).`,
        '',
        `  HTTP        ${run.httpUrl}/v1   (token in run.json)`,
        `  NATS        ${redacted(run.natsUrl)}`,
        `  PostgreSQL  ${redacted(run.databaseUrl)}`,
        `  home        ${session.config.home}   (run.json, data, logs)`,
        '',
        'Ctrl-C stops all of it.',
      ]);
      const reason = await Promise.race([signal, stack.broken]);
      session.say(`marginalia: ${reason}; stopping`);
      await stack.stop();
      // A part that ended by itself is a failure, a signal is not.
      process.exit(reason.startsWith('SIG') ? 0 : 3);
    });

  program
    .command('migrate')
    .description('bring the database of MARGINALIA_DATABASE_URL up to this version; run it as the owner')
    .action(async () => {
      const url = needed(session.config.databaseUrl, 'MARGINALIA_DATABASE_URL');
      const { migrateAll } = await import('../../../standalone/src/provisioning.js');
      const applied = await migrateAll(url);
      session.print({ applied }, () =>
        applied.length === 0 ? 'up to date' : applied.map((name) => `applied ${name}`),
      );
    });

  program
    .command('provision')
    .description('create or update the streams on the NATS of MARGINALIA_NATS_URL')
    .action(async () => {
      const url = needed(session.config.natsUrl, 'MARGINALIA_NATS_URL');
      const { provisionAll } = await import('../../../standalone/src/provisioning.js');
      const streams = await provisionAll(url, session.config.subjectPrefix);
      session.print({ streams }, () => streams.map((name) => `ready ${name}`));
    });
}

function needed(value: string | undefined, name: string): string {
  if (value === undefined) throw new UsageError(`set ${name}`);
  return value;
}

/** A URL without its password. */
function redacted(text: string): string {
  const url = new URL(text);
  if (url.password !== '') url.password = '…';
  return decodeURIComponent(url.toString());
}
