import { Controller } from '@nestjs/common';
import type {
  EnableSkill,
  PublishSkill,
  Replies,
  SetDefaultSkill,
  SetProfile,
  SetRelease,
  SkillCommand,
  SkillDefault,
} from '#contracts';
import { Refusal } from '#contracts';
import { BlobStore } from '#event-store';
import { Handles, type RequestContext } from '#messaging';
import { commandOf, CommandRunner, type Attempt } from '../commands/command-runner.js';
import type { Decision } from '../commands/decision.js';
import { LedgerStates } from '../commands/ledger-states.js';
import type { AgentState } from './agent.state.js';
import {
  decideArchived,
  decideDefault,
  decideDefaultSkill,
  decideEnable,
  decideProfile,
  decidePublish,
  decideRelease,
} from './catalog.decider.js';
import { readPackage } from './skill-package.js';
import { unpublishedSkill, type SkillState } from './skill.state.js';

/** Commands on the catalogue and on what agents have of it. */
@Controller()
export class CatalogHandlers {
  constructor(
    private readonly commands: CommandRunner,
    private readonly states: LedgerStates,
    private readonly blobs: BlobStore,
  ) {}

  @Handles('ledger.catalog.publish')
  async publish(body: PublishSkill, context: RequestContext): Promise<Replies['ledger.catalog.publish']> {
    const read = readPackage(body.skill, body.files);
    if ('refused' in read) throw new Refusal(read.refused.code, read.refused.detail, read.refused);
    // Before the event that names them: what the log says is published can always be read.
    await this.blobs.put(read.contents);
    return this.commands.run(commandOf(body, context), () =>
      this.withSkill(body.skill, (skill) => decidePublish(skill, read, body.expectedVersion)),
    );
  }

  @Handles('ledger.catalog.archive')
  archive(body: SkillCommand, context: RequestContext): Promise<Replies['ledger.catalog.archive']> {
    return this.commands.run(commandOf(body, context), () =>
      this.withSkill(body.skill, (skill) => decideArchived(skill, body.skill, true)),
    );
  }

  @Handles('ledger.catalog.restore')
  restore(body: SkillCommand, context: RequestContext): Promise<Replies['ledger.catalog.restore']> {
    return this.commands.run(commandOf(body, context), () =>
      this.withSkill(body.skill, (skill) => decideArchived(skill, body.skill, false)),
    );
  }

  @Handles('ledger.catalog.defaults')
  defaults(body: SkillDefault, context: RequestContext): Promise<Replies['ledger.catalog.defaults']> {
    return this.commands.run(commandOf(body, context), () =>
      this.withSkill(body.skill, (skill) => decideDefault(skill, body.skill, body.enabled)),
    );
  }

  @Handles('ledger.catalog.enable')
  enable(body: EnableSkill, context: RequestContext): Promise<Replies['ledger.catalog.enable']> {
    const { agent = '' } = context;
    return this.commands.run(commandOf(body, context), () =>
      this.withAgent(agent, body.skill, (state, skill) => decideEnable(agent, state, body.skill, skill, body.enabled)),
    );
  }

  @Handles('ledger.catalog.defaultSkill')
  defaultSkill(body: SetDefaultSkill, context: RequestContext): Promise<Replies['ledger.catalog.defaultSkill']> {
    const { agent = '' } = context;
    const name = body.skill ?? null;
    return this.commands.run(commandOf(body, context), () =>
      this.withAgent(agent, name, (state, skill) => decideDefaultSkill(agent, state, name, skill)),
    );
  }

  @Handles('ledger.catalog.release')
  release(body: SetRelease, context: RequestContext): Promise<Replies['ledger.catalog.release']> {
    const { agent = '' } = context;
    return this.commands.run(commandOf(body, context), () =>
      this.withAgent(agent, null, (state) => decideRelease(agent, state, body.release ?? null)),
    );
  }

  @Handles('ledger.profile')
  profile(body: SetProfile, context: RequestContext): Promise<Replies['ledger.profile']> {
    const { agent = '' } = context;
    const { profile, baseUrl, model, keyName } = body;
    return this.commands.run(commandOf(body, context), () =>
      this.withAgent(agent, null, (state) => decideProfile(agent, state, { profile, baseUrl, model, keyName })),
    );
  }

  private async withSkill<Reply>(
    name: string,
    decide: (skill: SkillState) => Decision<Reply>,
  ): Promise<Attempt<Reply>> {
    const { state, guards } = await this.states.skill(name);
    return { decision: decide(state), unchanged: guards };
  }

  private async withAgent<Reply>(
    agent: string,
    name: string | null,
    decide: (agent: AgentState, skill: SkillState) => Decision<Reply>,
  ): Promise<Attempt<Reply>> {
    const { state, guards } = await this.states.agent(agent);
    const skill = name === null ? undefined : await this.states.skill(name);
    return {
      decision: decide(state.agent, skill?.state ?? unpublishedSkill),
      unchanged: [...guards, ...(skill?.guards ?? [])],
    };
  }
}
