import type { DataSource } from 'typeorm';
import { LessonEntity } from '../readmodels/lesson.entity.js';

export interface AgentFigures {
  agent: string;
  live: number;
  dormant: number;
  addedLast7Days: number;
  endedLast7Days: number;
  oldestLiveMachineLesson: string | null;
}

/** Agents listed at most; the figures of the whole count all of them. */
const MAX_AGENTS = 1_000;
const WEEK_MS = 7 * 86_400_000;

/** @param covered patterns of agents that the asker may see, as LIKE reads them. */
export async function agentFigures(read: DataSource, now: string, covered: string[]): Promise<AgentFigures[]> {
  const weekAgo = new Date(Date.parse(now) - WEEK_MS).toISOString();
  const rows = await read
    .getRepository(LessonEntity)
    .createQueryBuilder('lesson')
    .select('lesson.agent', 'agent')
    .addSelect(
      `count(*) filter (where lesson.ended is null and (lesson.author = 'human' or lesson.graceEnd > :now))`,
      'live',
    )
    .addSelect(
      `count(*) filter (where lesson.ended is null and lesson.author = 'machine' and lesson.graceEnd <= :now)`,
      'dormant',
    )
    .addSelect('count(*) filter (where lesson.createdAt > :weekAgo)', 'added')
    .addSelect('count(*) filter (where lesson.endedAt > :weekAgo)', 'ended')
    .addSelect(
      `min(lesson.createdAt) filter (where lesson.ended is null and lesson.author = 'machine' and lesson.graceEnd > :now)`,
      'oldest',
    )
    .where('lesson.agent like any (:covered)', { covered })
    .setParameters({ now, weekAgo })
    .groupBy('lesson.agent')
    .orderBy('lesson.agent')
    .limit(MAX_AGENTS)
    .getRawMany<Record<'agent' | 'live' | 'dormant' | 'added' | 'ended', string> & { oldest: Date | null }>();
  return rows.map(({ agent, live, dormant, added, ended, oldest }) => ({
    agent,
    live: Number(live),
    dormant: Number(dormant),
    addedLast7Days: Number(added),
    endedLast7Days: Number(ended),
    oldestLiveMachineLesson: oldest?.toISOString() ?? null,
  }));
}
