import { randomUUID } from 'node:crypto';
import { Controller } from '@nestjs/common';
import type { AddLesson, BanLesson, Replies, ReplaceLesson, RetireLesson, UnbanLesson } from '#contracts';
import { Handles, type RequestContext } from '#messaging';
import { humanContentProblems } from '../gates/index.js';
import { standing } from '../catalog/skill.state.js';
import {
  decideAdd,
  decideBan,
  decideReplace,
  decideRetire,
  decideUnban,
  type PeopleContext,
} from '../notebook/people.decider.js';
import type { Notebooks } from '../notebook/notebook.state.js';
import { commandOf, CommandRunner, type Attempt } from './command-runner.js';
import type { Decision } from './decision.js';
import { LedgerClock } from './ledger-clock.js';
import { LedgerStates, type Guards } from './ledger-states.js';

/** What people may do with lessons (domain.md section 5). */
@Controller()
export class PeopleHandlers {
  constructor(
    private readonly commands: CommandRunner,
    private readonly states: LedgerStates,
    private readonly clock: LedgerClock,
  ) {}

  @Handles('ledger.add')
  add(body: AddLesson, context: RequestContext): Promise<Replies['ledger.add']> {
    const { agent = '' } = context;
    const lessonId = randomUUID();
    return this.commands.run(commandOf(body, context), () =>
      this.withText(
        agent,
        body.content,
        lessonId,
        () => body.skill,
        (notebooks, people) => decideAdd(notebooks, { agent, ...body }, people),
      ),
    );
  }

  @Handles('ledger.replace')
  replace(body: ReplaceLesson, context: RequestContext): Promise<Replies['ledger.replace']> {
    const { agent = '' } = context;
    const lessonId = randomUUID();
    return this.commands.run(commandOf(body, context), () =>
      this.withText(
        agent,
        body.content,
        lessonId,
        (notebooks) => notebooks.lessons.get(body.lessonId)?.skill,
        (notebooks, people) => decideReplace(notebooks, body, people),
      ),
    );
  }

  @Handles('ledger.retire')
  retire(body: RetireLesson, context: RequestContext): Promise<Replies['ledger.retire']> {
    return this.commands.run(commandOf(body, context), () =>
      this.withNotebooks(context.agent, (notebooks) => decideRetire(notebooks, body)),
    );
  }

  @Handles('ledger.ban')
  ban(body: BanLesson, context: RequestContext): Promise<Replies['ledger.ban']> {
    return this.commands.run(commandOf(body, context), () =>
      this.withNotebooks(context.agent, (notebooks) => decideBan(notebooks, body)),
    );
  }

  @Handles('ledger.unban')
  unban(body: UnbanLesson, context: RequestContext): Promise<Replies['ledger.unban']> {
    return this.commands.run(commandOf(body, context), () =>
      this.withNotebooks(context.agent, (notebooks) => decideUnban(notebooks, body)),
    );
  }

  private async withNotebooks<Reply>(
    agent = '',
    decide: (notebooks: Notebooks) => Decision<Reply>,
  ): Promise<Attempt<Reply>> {
    const { state, guards } = await this.states.agent(agent);
    return { decision: decide(state.notebooks), unchanged: guards };
  }

  private async withText<Reply>(
    agent: string,
    content: string,
    lessonId: string,
    skillOf: (notebooks: Notebooks) => string | undefined,
    decide: (notebooks: Notebooks, context: PeopleContext) => Decision<Reply>,
  ): Promise<Attempt<Reply>> {
    const [{ state, guards }, settings, now] = await Promise.all([
      this.states.agent(agent),
      this.states.settingsInForce(),
      this.clock.now(),
    ]);
    const name = skillOf(state.notebooks);
    const skill = name === undefined ? undefined : await this.states.skill(name);
    const unchanged: Guards = [...guards, ...settings.guards, ...(skill?.guards ?? [])];
    const people: PeopleContext = {
      now,
      lessonId,
      banThreshold: Number(settings.state.get('brain.ban_threshold')),
      skill: skill === undefined ? 'missing' : standing(skill.state, state.agent.overrides.get(name ?? '')),
      problems: humanContentProblems(content),
    };
    return { decision: decide(state.notebooks, people), unchanged };
  }
}
