import type { DataSource, SelectQueryBuilder } from 'typeorm';
import { DOCKET_AHEAD_MS } from '#domain';
import { AgentEntity } from './agent.entity.js';
import { LessonEntity } from './lesson.entity.js';
import { SkillEntity } from './skill.entity.js';

export interface AgentCounts {
  agent: string;
  release: string | null;
  live: number;
  dormant: number;
  ended: number;
}

export interface PageOfAgents {
  /** Agents after this one. */
  cursor: string;
  limit: number;
}

const LIVE = `lesson.ended is null and (lesson.author = 'human' or lesson.graceEnd > :now)`;
const DORMANT = `lesson.ended is null and lesson.author = 'machine' and lesson.graceEnd <= :now`;

/** Agents by name whose name begins with `prefix`, of those that `covered` names (patterns of a credential). */
export async function agentCounts(
  read: DataSource,
  { cursor, limit, prefix, covered, now }: PageOfAgents & { prefix: string; covered: string[]; now: string },
): Promise<AgentCounts[]> {
  const rows = await read
    .getRepository(AgentEntity)
    .createQueryBuilder('agent')
    .leftJoin(LessonEntity, 'lesson', 'lesson.agent = agent.agent')
    .select('agent.agent', 'agent')
    .addSelect('agent.release', 'release')
    .addSelect(`count(*) filter (where ${LIVE})`, 'live')
    .addSelect(`count(*) filter (where ${DORMANT})`, 'dormant')
    .addSelect('count(*) filter (where lesson.ended is not null)', 'ended')
    .where('agent.agent > :cursor and starts_with(agent.agent, :prefix)', { cursor, prefix })
    .andWhere(`agent.agent like any (:covered)`, { covered: covered.map(likeOf) })
    .setParameter('now', now)
    .groupBy('agent.agent')
    .orderBy('agent.agent')
    .limit(limit)
    .getRawMany<Record<'agent' | 'release' | 'live' | 'dormant' | 'ended', string | null>>();
  return rows.map(({ agent, release, live, dormant, ended }) => ({
    agent: agent ?? '',
    release,
    live: Number(live),
    dormant: Number(dormant),
    ended: Number(ended),
  }));
}

/**
 * Machine lessons that may be due. A release that a lesson was checked against before is taken for a change here; the
 * docket itself knows better.
 */
function due(read: DataSource, now: string): SelectQueryBuilder<LessonEntity> {
  const ahead = new Date(Date.parse(now) + DOCKET_AHEAD_MS).toISOString();
  return read
    .getRepository(LessonEntity)
    .createQueryBuilder('lesson')
    .leftJoin(AgentEntity, 'agent', 'agent.agent = lesson.agent')
    .leftJoin(SkillEntity, 'skill', 'skill.skill = lesson.skill and not skill.archived')
    .where(`lesson.ended is null and lesson.author = 'machine'`)
    .andWhere(
      `(lesson.leaseEnd <= :ahead
        or (agent.release is not null and agent.release is distinct from lesson.checkedRelease)
        or (skill.skill is null or skill.skillTextHash is distinct from lesson.checkedSkillHash))`,
      { ahead },
    );
}

/** Agents with something due, by name. */
export async function agentsWithDocket(
  read: DataSource,
  { cursor, limit, now }: PageOfAgents & { now: string },
): Promise<string[]> {
  const rows = await due(read, now)
    .andWhere('lesson.agent > :cursor', { cursor })
    .select('distinct lesson.agent', 'agent')
    .orderBy('lesson.agent')
    .limit(limit)
    .getRawMany<{ agent: string }>();
  return rows.map(({ agent }) => agent);
}

/** How much is due over all agents. */
export async function docketSize(read: DataSource, now: string): Promise<{ agents: number; lessons: number }> {
  const row = await due(read, now)
    .select('count(distinct lesson.agent)', 'agents')
    .addSelect('count(*)', 'lessons')
    .getRawOne<Record<'agents' | 'lessons', string>>();
  return { agents: Number(row?.agents), lessons: Number(row?.lessons) };
}

/** A pattern of a credential (`*`, a uid, or a prefix that ends in `*`) as LIKE reads it. */
export const likeOf = (pattern: string): string =>
  pattern.replaceAll(/[\\%_]/g, (character) => `\\${character}`).replace(/\*$/, '%');
