import type { Command } from 'commander';
import type { CandidateView, RoundView } from '#contracts';
import { plain, table, type Session } from '../session.js';

export function dreamCommand(program: Command, session: Session): void {
  program
    .command('dream')
    .description('start a dreaming pass now')
    .option('--agent <agent>', 'for one agent only')
    .action(async ({ agent }: { agent?: string }) => {
      const client = session.client();
      const reply =
        agent === undefined
          ? await client.ask('reflection.dream')
          : await client.ask('reflection.dreamAgent', {}, agent);
      const rows = Object.entries(reply.agents).map(([name, { trigger, review }]) => [
        name,
        'reason' in trigger ? `${trigger.status}/${trigger.reason}` : trigger.status,
        `${trigger.signalJobs} signal jobs`,
        `review: ${review.reason === undefined ? review.status : `${review.status}/${review.reason}`}`,
      ]);
      session.print(reply, () => (rows.length === 0 ? 'no agent has unread signals or a docket' : table(rows)));
    });

  const rounds = program
    .command('rounds')
    .description('reflection rounds of an agent')
    .requiredOption('--agent <agent>')
    .action(async ({ agent }: { agent: string }) => {
      const reply = await session.client().ask('reflection.rounds', { limit: 50 }, agent);
      session.print(reply, () => (reply.rounds.length === 0 ? 'no rounds' : reply.rounds.flatMap(roundLines)));
    });
  rounds
    .command('explain')
    .description('one round with every candidate, and why')
    .argument('<roundId>')
    .requiredOption('--agent <agent>')
    .action(async (roundId: string, _options: unknown, command: Command) => {
      const { agent } = command.optsWithGlobals<{ agent: string }>();
      const reply = await session.client().ask('reflection.round', { roundId }, agent);
      session.print(reply, () => [...roundLines(reply), `  jobs: ${reply.jobs.join(' ')}`]);
    });
}

export function roundLines(round: RoundView): string[] {
  return [
    `${round.roundId}  ${round.createdAt}  ${round.status}  ${round.reflector}  ${round.jobs.length} jobs  ${round.outcome ?? ''}`,
    ...round.candidates.map((candidate) => `  ${candidateLine(candidate)}`),
  ];
}

export function candidateLine(candidate: CandidateView): string {
  const why = candidate.reason === null ? candidate.outcome : `${candidate.outcome}: ${candidate.reason}`;
  return plain(`[${why}] ${candidate.content || candidate.quote || candidate.detail || ''}`);
}
