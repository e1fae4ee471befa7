import type { Command } from 'commander';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import type { LogCloudEvent } from '#contracts';
import { verifyChain } from '#event-store';
import { UsageError } from '../cli.config.js';
import type { Session } from '../session.js';

export function auditCommand(program: Command, session: Session): void {
  const audit = program.command('audit').description('read and verify the log');
  audit
    .command('replay')
    .description('events of the log, one JSON a line, in order')
    .option('--after <position>', 'only later ones', '0')
    .option('--agent <agent>')
    .option('--skill <skill>')
    .option('--type <type>', 'e.g. lesson.created')
    .action(async (filter: Record<string, string>) => {
      const response = await events(session, filter);
      for await (const chunk of Readable.fromWeb(response.body as import('node:stream/web').ReadableStream)) {
        if (!process.stdout.write(chunk as Buffer))
          await new Promise((drained) => process.stdout.once('drain', drained));
      }
    });
  audit
    .command('verify')
    .description('recompute every digest and the chain, from the running stack or from an export alone')
    .option('--file <export>', 'a file that audit replay wrote')
    .action(async ({ file }: { file?: string }) => {
      const input =
        file === undefined
          ? Readable.fromWeb((await events(session, { after: '0' })).body as import('node:stream/web').ReadableStream)
          : createReadStream(file);
      const result = await verifyChain(parsed(input));
      if (result.verified && result.events === 0) throw new UsageError('there is no event in it: nothing was verified');
      session.print(result, () =>
        result.verified
          ? `verified: ${result.events} events up to head ${result.head.position} ${result.head.chain} (not anchored: whether later ones are missing, or all was rewritten, shows only against a head kept elsewhere)`
          : `WRONG at position ${result.fault?.position}: ${result.fault?.reason} ${result.fault?.detail ?? ''}`,
      );
      if (!result.verified) process.exitCode = 1;
    });
  audit
    .command('as-of')
    .description('what an agent would have been told then, and by which events')
    .requiredOption('--agent <agent>')
    .option('--skill <skill>')
    .option('--at <time>', 'ISO-8601')
    .option('--position <position>')
    .action(async ({ agent, ...rest }: { agent: string; skill?: string; at?: string; position?: string }) => {
      const reply = await session.client('auditor').ask('ledger.asof', rest, agent);
      session.print(reply, () =>
        reply.skills.flatMap((s) => [`# ${s.skill} at ${reply.at}, by events ${s.events.join(' ')}`, s.content]),
      );
    });
}

const events = (session: Session, filter: Record<string, string>): Promise<Response> =>
  session.client('auditor').fetch(`/ledger/events?${new URLSearchParams(filter).toString()}`, {
    headers: { accept: 'application/x-ndjson' },
  });

async function* parsed(input: Readable): AsyncIterable<LogCloudEvent> {
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line === '') continue;
    try {
      yield JSON.parse(line) as LogCloudEvent;
    } catch {
      throw new UsageError('not a file of events: a line is not JSON');
    }
  }
}
