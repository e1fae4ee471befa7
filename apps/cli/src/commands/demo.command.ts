import type { Command } from 'commander';
import type { Session } from '../session.js';

export function demoCommand(program: Command, session: Session): void {
  program
    .command('demo')
    .description('the main job end to end, in a stack and a home folder of its own')
    .action(async () => {
      const { runDemo } = await import('../demo/demo.js');
      const result = await runDemo(session);
      session.print(result, () => `\nIn figures: ${JSON.stringify(result)}`);
      if (!result.verified || result.delivered < 1) process.exitCode = 1;
    });
}
