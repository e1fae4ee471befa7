import { randomUUID } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { isSkill, type BundleJob, type BundleJobRequest, type Propose, type Replies, type Review } from '#contracts';
import { canonicalJson, sha256Hex } from '#event-store';
import { Handles, type RequestContext } from '#messaging';
import { skillTextHashes, standing } from '../catalog/skill.state.js';
import { decidePropose } from '../notebook/propose.decider.js';
import { decideReview } from '../notebook/review.decider.js';
import { Attestations } from './attestations.service.js';
import { CommandRunner, type CommandRequest } from './command-runner.js';
import { LedgerClock } from './ledger-clock.js';
import { LedgerStates, type AgentFold, type Guards } from './ledger-states.js';
import { wellFormed } from './well-formed.js';

/** What machines may ask: judge the proposals of a round, the verdicts of a review. */
@Controller()
export class MachineHandlers {
  constructor(
    private readonly commands: CommandRunner,
    private readonly states: LedgerStates,
    private readonly clock: LedgerClock,
    private readonly attestations: Attestations,
  ) {}

  @Handles('ledger.propose')
  async propose(body: Propose, context: RequestContext): Promise<Replies['ledger.propose']> {
    const { agent = '', by } = context;
    const { roundId, reflector = 'unknown', release = null } = body;
    const proposals = wellFormed(body.proposals);
    const batchDigest = sha256Hex(canonicalJson(wellFormed(body.bundle)));
    const attested = await this.attestations.check(batchDigest, body.batch, by);
    const command = {
      agent,
      roundId,
      reflector,
      release,
      bundle: body.bundle.map(bundleJob),
      batchDigest,
      candidatesDigest: sha256Hex(canonicalJson(proposals)),
      attested,
      proposals,
    };
    const lessonIds = proposals.map(() => randomUUID());
    return this.commands.run(machineCommand(body, context, roundId, `round:${roundId}`), async () => {
      const { fold, settings, now, skills, guards } = await this.gather(agent, proposals.map(skillNamed));
      const { overrides, release: current, releasePinned } = fold.agent;
      const decision = decidePropose(fold.notebooks, command, {
        now,
        roundIsClosed: fold.closedRounds.has(roundId),
        lessonIds,
        skills: new Map([...skills].map(([name, skill]) => [name, standing(skill, overrides.get(name))])),
        skillTextHashes: skillTextHashes(skills),
        release: current,
        releasePinned,
        duplicateThreshold: Number(settings.get('brain.duplicate_threshold')),
        banThreshold: Number(settings.get('brain.ban_threshold')),
        trustPresumedPeople: settings.get('brain.trust_presumed_people', { agent }) === true,
      });
      return { decision, unchanged: guards };
    });
  }

  @Handles('ledger.review')
  review(body: Review, context: RequestContext): Promise<Replies['ledger.review']> {
    const { agent = '' } = context;
    const { reviewId, indexJobIds, verdicts, release = null } = body;
    return this.commands.run(machineCommand(body, context, reviewId, `review:${reviewId}`), async () => {
      const { fold, settings, now, skills, guards } = await this.gather(agent, (state) =>
        [...state.notebooks.lessons.values()].map(({ skill }) => skill),
      );
      const { release: current, releasePinned } = fold.agent;
      const decision = decideReview(
        fold.notebooks,
        { agent, indexJobIds, release, verdicts },
        {
          now,
          release: current,
          releasePinned,
          skillTextHashes: skillTextHashes(skills),
          unconfirmedRenewalsMax: Number(settings.get('brain.unconfirmed_renewals_max')),
        },
      );
      return { decision, unchanged: guards };
    });
  }

  private async gather(agent: string, skillsOf: string[] | ((state: AgentFold) => string[])) {
    const [{ state, guards }, settings, now] = await Promise.all([
      this.states.agent(agent),
      this.states.settingsInForce(),
      this.clock.now(),
    ]);
    const names = typeof skillsOf === 'function' ? skillsOf(state) : skillsOf;
    const skills = await this.states.skillsNamed(names.filter(isSkill));
    const all: Guards = [...guards, ...settings.guards, ...skills.guards];
    return { fold: state, settings: settings.state, now, skills: skills.state, guards: all };
  }
}

const machineCommand = (
  body: object,
  { by, operation, agent }: RequestContext,
  key: string,
  cause: string,
): CommandRequest => ({ by, operation, agent, body, key, cause, machine: true });

const skillNamed = (proposal: unknown): string => String((proposal as { skill?: unknown } | null)?.skill);

/** A bundle in full: what a sender left out of an unsigned one is unknown. */
const bundleJob = ({
  jobId,
  finishedAt,
  origin,
  credential = '',
  calls,
  humanMessages,
}: BundleJobRequest): BundleJob => ({
  jobId,
  finishedAt,
  origin,
  credential,
  calls: calls.map((call) => ({
    item: call.item,
    class: call.class as BundleJob['calls'][number]['class'],
    digest: call.digest ?? '',
  })),
  humanMessages: humanMessages.map((message) =>
    typeof message === 'number'
      ? { item: message, human: 'presumed', digest: '' }
      : { item: message.item, human: message.human === 'proven' ? 'proven' : 'presumed', digest: message.digest ?? '' },
  ),
});
