import { Controller, Inject } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { problemOf, type Problem } from '#contracts';
import { EventStore } from '#event-store';
import { Handles, ServiceClient, type RequestContext } from '#messaging';
import { LedgerClock } from '../commands/ledger-clock.js';
import { LedgerStates } from '../commands/ledger-states.js';
import { LEDGER_READ } from '../ledger.tokens.js';
import { agentsWithDocket, likeOf } from '../readmodels/agents.queries.js';
import { ReadModels } from '../readmodels/read-models.service.js';
import { Relay } from '../relay/relay.service.js';
import { agentFigures } from './health.queries.js';

const PART_MS = 2_000;
const MAX_DOCKETS = 1_000;

/** The state of the whole (domain.md section 9). A part that does not answer is shown as such, and the rest is told. */
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
    const [now, head, settings] = await Promise.all([
      this.clock.now(),
      this.store.head(),
      this.states.settingsInForce(),
    ]);
    const [agents, dockets, readModels, evidence, reflection, delivery] = await Promise.all([
      agentFigures(this.read, now, credential.agents.map(likeOf)),
      agentsWithDocket(this.read, { cursor: '', limit: MAX_DOCKETS, now }),
      this.readModels.health(),
      this.part('evidence.health'),
      this.part('reflection.health'),
      this.part('delivery.health'),
    ]);
    return {
      now,
      learning: settings.state.learning(),
      agents,
      docket: { agents: dockets.length },
      projections: { 'read-models': readModels },
      // Zero where another replica is the relay.
      relay: { position: this.relay.position.toString() },
      evidence,
      reflection,
      delivery,
      position: head.position.toString(),
    };
  }

  private async part(name: 'evidence.health' | 'reflection.health' | 'delivery.health'): Promise<unknown> {
    try {
      return await this.client.ask(name, { timeoutMs: PART_MS });
    } catch (error) {
      const problem: Problem | undefined = problemOf(error);
      return { unavailable: problem?.detail ?? String(error) };
    }
  }
}
