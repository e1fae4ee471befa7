import { Command, CommanderError } from 'commander';
import { problemOf } from '#contracts';
import { StackInUse } from '../../../deploy/local/home-lock.js';
import { NotReachable, UsageError } from './cli.config.js';
import { auditCommand } from './commands/audit.command.js';
import { demoCommand } from './commands/demo.command.js';
import { dreamCommand } from './commands/dream.command.js';
import { healthCommand } from './commands/health.command.js';
import { jobsCommand } from './commands/jobs.command.js';
import { lessonsCommand } from './commands/lessons.command.js';
import { settingsCommand } from './commands/settings.command.js';
import { skillsCommand } from './commands/skills.command.js';
import { stackCommands } from './commands/stack.command.js';
import { Session } from './session.js';

/** Exit codes: 0 done, 1 refused by a rule, 2 wrong use, 3 not reachable. */
async function main(): Promise<void> {
  const session = new Session();
  const program = new Command('marginalia')
    .description('Field notes that AI agents earn.')
    .option('--json', 'print one JSON value instead of text')
    .exitOverride()
    .hook('preAction', (_root, command) => {
      session.json = command.optsWithGlobals<{ json?: boolean }>().json === true;
    });
  for (const add of [
    stackCommands,
    demoCommand,
    jobsCommand,
    skillsCommand,
    dreamCommand,
    lessonsCommand,
    auditCommand,
    settingsCommand,
    healthCommand,
  ]) {
    add(program, session);
  }
  // --json may stand anywhere, so every verb takes it.
  const everywhere = (command: Command): void => {
    for (const inner of command.commands) {
      inner.option('--json', 'print one JSON value instead of text').exitOverride();
      everywhere(inner);
    }
  };
  everywhere(program);
  await program.parseAsync();
}

try {
  await main();
} catch (error) {
  process.exitCode = report(error);
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const problem = problemOf(error);
  if (problem !== undefined) {
    const lines = [
      `${problem.code}: ${problem.detail}`,
      ...(problem.errors ?? []).map((e) => `  ${e.path}: ${e.reason}`),
    ];
    // For programs the whole problem, for people its words.
    process.stderr.write(`${process.argv.includes('--json') ? JSON.stringify(problem) : lines.join('\n')}\n`);
    return problem.status === 503 ? 3 : 1;
  }
  const { code, message } = error as NodeJS.ErrnoException;
  const unreadable = code !== undefined && /^E(?:NOENT|ISDIR|NOTDIR|ACCES|PERM|EXIST|ROFS)$/.test(code);
  const said =
    error instanceof UsageError || error instanceof NotReachable || error instanceof StackInUse || unreadable;
  process.stderr.write(`${said ? message : error instanceof Error ? (error.stack ?? message) : String(error)}\n`);
  return error instanceof UsageError || unreadable ? 2 : 3;
}
