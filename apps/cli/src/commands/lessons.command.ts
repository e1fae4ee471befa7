import type { Command } from 'commander';
import { randomUUID } from 'node:crypto';
import { plain, table, type Session } from '../session.js';

interface AgentOption {
  agent: string;
}

export function lessonsCommand(program: Command, session: Session): void {
  const lessons = program.command('lessons').description('lessons of an agent');
  lessons
    .command('list')
    .requiredOption('--agent <agent>')
    .option('--skill <skill>')
    .option('--state <state>', 'live, in_lease, in_grace, human, dormant, ended or all', 'live')
    .action(async ({ agent, skill, state }: AgentOption & { skill?: string; state: string }) => {
      const reply = await session.client().ask('ledger.lessons', { skill, state, limit: 1000 }, agent);
      session.print(reply, () =>
        reply.lessons.length === 0
          ? 'no lessons'
          : table(reply.lessons.map((l) => [l.lessonId, l.skill, l.state, l.createdAt.slice(0, 10), l.content])),
      );
    });
  lessons
    .command('show')
    .argument('<lessonId>')
    .requiredOption('--agent <agent>')
    .action(async (lessonId: string, { agent }: AgentOption) => {
      const reply = await session.client().ask('ledger.lesson', { lessonId }, agent);
      const { lesson } = reply;
      session.print(reply, () => [
        plain(lesson.content),
        `${lesson.skill}, ${lesson.author}, ${lesson.state}, created ${lesson.createdAt}`,
        ...(lesson.leaseEnd === null
          ? []
          : [`lease to ${lesson.leaseEnd}, grace to ${lesson.graceEnd}, ${lesson.renewals} renewals`]),
        ...(lesson.check === null ? [] : [`check: ${lesson.check.command}  (${lesson.check.expect})`]),
        ...lesson.evidence.map(({ jobId, item }) => `evidence: ${jobId}${item === undefined ? '' : ` item ${item}`}`),
        ...reply.events.map(
          (e) =>
            `${e.position.padStart(6)}  ${e.time}  ${e.type}  by ${e.by.credential}${e.by.label ? ` (${e.by.label})` : ''}`,
        ),
      ]);
    });
  lessons
    .command('add')
    .argument('<content>', 'the lesson: condition first, then action')
    .requiredOption('--agent <agent>')
    .requiredOption('--skill <skill>')
    .option('--release', 'lift a ban that the content hits')
    .option('--acknowledge <reason...>', 'content_injection_suspect, unsafe_action')
    .action(
      async (content: string, options: AgentOption & { skill: string; release?: boolean; acknowledge?: string[] }) => {
        const { agent, ...rest } = options;
        const reply = await session
          .client()
          .ask('ledger.add', { content, ...rest, idempotencyKey: randomUUID() }, agent);
        session.print(reply, () => `added ${reply.lessonId}`);
      },
    );
  lessons
    .command('retire')
    .argument('<lessonId>')
    .requiredOption('--agent <agent>')
    .option('--reason <reason>')
    .action(async (lessonId: string, { agent, reason }: AgentOption & { reason?: string }) => {
      const reply = await session
        .client()
        .ask('ledger.retire', { lessonId, reason, idempotencyKey: randomUUID() }, agent);
      session.print(reply, () => `retired ${reply.lessonId}; its meaning is banned`);
    });
  lessons
    .command('replace')
    .description('retire a lesson and add a new text in one step')
    .argument('<lessonId>')
    .argument('<content>')
    .requiredOption('--agent <agent>')
    .option('--release', 'lift a ban that the content hits')
    .action(async (lessonId: string, content: string, { agent, release }: AgentOption & { release?: boolean }) => {
      const body = { lessonId, content, release, idempotencyKey: randomUUID() };
      const reply = await session.client().ask('ledger.replace', body, agent);
      session.print(reply, () => `retired ${reply.retired}, added ${reply.lessonId}`);
    });
  lessons
    .command('ban')
    .description('ban the meaning of an ended lesson')
    .argument('<lessonId>')
    .requiredOption('--agent <agent>')
    .option('--scope <scope>', 'agent or skill', 'agent')
    .option('--reason <reason>')
    .action(async (lessonId: string, { agent, ...rest }: AgentOption & { scope: string; reason?: string }) => {
      const body = { lessonId, ...rest, idempotencyKey: randomUUID() };
      const reply = await session.client().ask('ledger.ban', body, agent);
      session.print(reply, () => `the meaning of ${reply.lessonId} is banned`);
    });
  lessons
    .command('unban')
    .description('lift the ban that came of a lesson')
    .argument('<lessonId>')
    .requiredOption('--agent <agent>')
    .action(async (lessonId: string, { agent }: AgentOption) => {
      const reply = await session.client().ask('ledger.unban', { lessonId, idempotencyKey: randomUUID() }, agent);
      session.print(reply, () => `the ban of ${reply.lessonId} is lifted`);
    });
  lessons
    .command('revoked')
    .description('what is banned for an agent')
    .requiredOption('--agent <agent>')
    .action(async ({ agent }: AgentOption) => {
      const reply = await session.client().ask('ledger.revoked', {}, agent);
      session.print(reply, () =>
        table(reply.revoked.map((b) => [b.lessonId, b.skill, b.scope, b.bannedAt.slice(0, 10), b.content])),
      );
    });
}
