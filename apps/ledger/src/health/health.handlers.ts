import { Controller, Inject } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { coversAgent, problemOf } from '#contracts';
import { EventStore } from '#event-store';
import { Handles, ServiceClient, type RequestContext } from '#messaging';
import { LedgerClock } from '../commands/ledger-clock.js';
import { LedgerStates } from '../commands/ledger-states.js';
import { LEDGER_READ } from '../ledger.tokens.js';
import { docketSize, likeOf } from '../readmodels/agents.queries.js';
import { ReadModels } from '../readmodels/read-models.service.js';
import { Relay } from '../relay/relay.service.js';
import { learningHasStopped } from './alarms.js';
import { agentFigures } from './health.queries.js';

const PART_MS = 2_000;

/** What another app says of itself; a part that does not answer is shown as such, and the rest is told. */
type Part = Record<string, unknown> & { agents?: ({ agent: string } & Record<string, unknown>)[] };

/** The state of the whole (domain.md section 9). */
@Controller()
export class HealthHandlers {
  constructor(
    @Inject(LEDGER_READ) private readonly read: DataSource,
    private readonly readModels: ReadModels,
    private readonly relay: Relay,
    private readonly states: LedgerStates,
    private readonly store: EventStore,
    private readonly clock: LedgerClock,
    private readonly client: ServiceClient,
  ) {}

  @Handles('health.get')
  async get(_body: object, { credential }: RequestContext): Promise<object> {
    const [now, head, { state: settings }] = await Promise.all([
      this.clock.now(),
      this.store.head(),
      this.states.settingsInForce(),
    ]);
    const [figures, docket, readModels, evidence, reflection, delivery] = await Promise.all([
      agentFigures(this.read, now, credential.agents.map(likeOf)),
      docketSize(this.read, now),
      this.readModels.health(),
      this.part('evidence.health'),
      this.part('reflection.health'),
      this.part('delivery.health'),
    ]);
    const { agents: evidenceAgents = [], ...intake } = evidence;
    const { agents: reflectionAgents = [], ...dreaming } = reflection;
    const agents = new Map<string, object>();
    const rounds = reflectionAgents.map(({ agent, ...lastRound }) => ({ agent, lastRound }));
    for (const one of [...figures, ...evidenceAgents, ...rounds]) {
      if (!coversAgent(credential, one.agent)) continue;
      agents.set(one.agent, { ...agents.get(one.agent), ...one, learning: settings.learning(one.agent) });
    }
    return {
      now,
      learning: settings.learning(),
      alarms: (await this.hasStopped(now, evidence, reflection)) ? ['learning_has_stopped'] : [],
      agents: [...agents].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, figuresOf]) => figuresOf),
      docket,
      // Zero where another replica is the relay.
      relay: { position: this.relay.position.toString() },
      projections: { readModels },
      evidence: intake,
      reflection: dreaming,
      delivery,
      position: head.position.toString(),
    };
  }

  private async hasStopped(now: string, evidence: Part, reflection: Part): Promise<boolean> {
    const [first] = await this.store.read({ limit: 1 });
    const { cron, lastDream, lastRound, lastReview } = reflection;
    if (typeof cron !== 'string') return false;
    const learned = [lastDream, lastRound, lastReview].filter((time) => typeof time === 'string').sort();
    return learningHasStopped({
      now,
      cron,
      since: first?.time ?? now,
      lastIntake: typeof evidence.lastIntakeAt === 'string' ? evidence.lastIntakeAt : null,
      lastLearning: learned.at(-1) ?? null,
    });
  }

  private async part(name: 'evidence.health' | 'reflection.health' | 'delivery.health'): Promise<Part> {
    try {
      return (await this.client.ask(name, { timeoutMs: PART_MS })) as Part;
    } catch (error) {
      return { unavailable: problemOf(error)?.detail ?? String(error) };
    }
  }
}
