import { Controller, Inject } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DreamReply, EvidenceList, Replies } from '#contracts';
import { Configuration, Handles, ServiceClient, type RequestContext } from '#messaging';
import { REFLECTION_POOL } from '../reflection.tokens.js';
import { AgentDream } from './agent-dream.js';
import { Dreaming } from './dreaming.service.js';
import { reflectionHealth } from './health.queries.js';

@Controller()
export class DreamingHandlers {
  constructor(
    @Inject(REFLECTION_POOL) private readonly pool: Pool,
    private readonly client: ServiceClient,
    private readonly configuration: Configuration,
    private readonly dreaming: Dreaming,
    private readonly agentDream: AgentDream,
  ) {}

  @Handles('reflection.dream')
  async dreamAll(): Promise<DreamReply> {
    const agents = new Set<string>();
    for (const list of ['evidence.due', 'ledger.dockets'] as const) {
      let cursor: string | undefined;
      do {
        const page =
          list === 'evidence.due'
            ? await this.client.ask(list, { body: { minUnread: 1, cursor, limit: 1000 } })
            : await this.client.ask(list, { body: { cursor, limit: 1000 } });
        for (const entry of page.agents) agents.add(typeof entry === 'string' ? entry : entry.agent);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
    }
    const reply: DreamReply = { agents: {} };
    for (const agent of agents) reply.agents[agent] = await this.agentDream.dream(agent, null);
    return reply;
  }

  @Handles('reflection.dreamAgent')
  async dreamOne(_body: EvidenceList, { agent = '' }: RequestContext): Promise<DreamReply> {
    return { agents: { [agent]: await this.agentDream.dream(agent, null) } };
  }

  @Handles('reflection.due')
  async due(): Promise<Replies['reflection.due']> {
    return { at: (await this.dreaming.due()).toISOString() };
  }

  @Handles('reflection.run')
  async run(): Promise<Replies['reflection.run']> {
    return { done: await this.dreaming.runToEnd() };
  }

  @Handles('reflection.health')
  health(): Promise<unknown> {
    return reflectionHealth(this.pool, {
      cron: String(this.configuration.setting('brain.dreaming_task_cron')),
      now: this.configuration.clock.now(),
    });
  }
}
