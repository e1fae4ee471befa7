import { Controller, Inject } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { AgentsRequest, DocketsRequest, Replies } from '#contracts';
import { Handles, type RequestContext } from '#messaging';
import { LedgerClock } from '../commands/ledger-clock.js';
import { LEDGER_READ } from '../ledger.tokens.js';
import { agentCounts, agentsWithDocket } from './agents.queries.js';
import { ReadModels } from './read-models.service.js';

const PAGE = 100;

/** Questions over many agents, answered from the read models. */
@Controller()
export class AgentsHandlers {
  constructor(
    @Inject(LEDGER_READ) private readonly read: DataSource,
    private readonly readModels: ReadModels,
    private readonly clock: LedgerClock,
  ) {}

  @Handles('ledger.agents')
  async agents(
    { query = '', cursor = '', limit = PAGE }: AgentsRequest,
    { credential }: RequestContext,
  ): Promise<Replies['ledger.agents']> {
    const [position, now] = await Promise.all([this.readModels.catchUp(), this.clock.now()]);
    const page = { prefix: query.toLowerCase(), covered: credential.agents, cursor, limit: limit + 1, now };
    const found = await agentCounts(this.read, page);
    const agents = found.slice(0, limit);
    const last = agents.at(-1);
    return { agents, ...(last !== undefined && found.length > limit && { nextCursor: last.agent }), position };
  }

  @Handles('ledger.dockets')
  async dockets({ cursor = '', limit = PAGE }: DocketsRequest): Promise<Replies['ledger.dockets']> {
    const [, now] = await Promise.all([this.readModels.catchUp(), this.clock.now()]);
    const found = await agentsWithDocket(this.read, { cursor, limit: limit + 1, now });
    const agents = found.slice(0, limit);
    const last = agents.at(-1);
    return { agents, ...(last !== undefined && found.length > limit && { nextCursor: last }) };
  }
}
