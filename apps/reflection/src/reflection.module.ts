import { Module } from '@nestjs/common';
import { poolProvider } from '#platform';
import { AgentDream } from './dreaming/agent-dream.js';
import { DreamingHandlers } from './dreaming/dreaming.handlers.js';
import { Dreaming } from './dreaming/dreaming.service.js';
import { REFLECTION_POOL } from './reflection.tokens.js';
import { Reviewer } from './reviews/reviewer.js';
import { RoundRunner } from './rounds/round-runner.js';
import { RoundsHandlers } from './rounds/rounds.handlers.js';

/** Starts rounds, reads batches, reviews dockets. */
@Module({
  controllers: [DreamingHandlers, RoundsHandlers],
  providers: [poolProvider(REFLECTION_POOL, { max: 8 }), RoundRunner, Reviewer, AgentDream, Dreaming],
})
export class ReflectionModule {}
