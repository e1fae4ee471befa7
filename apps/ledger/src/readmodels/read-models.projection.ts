import type { PoolClient } from 'pg';
import type { LogEvent } from '#contracts';
import { logEventOf } from '#domain';
import { toCloudEvent, type Projection } from '#event-store';

const insertLesson = `insert into ledger_read.lessons (
    lesson_id, agent, skill, author, created_at, lease_end, grace_end, checked_release, checked_skill_hash
  ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`;
const renewLesson = `update ledger_read.lessons
  set lease_end = $2, grace_end = $3, checked_release = $4, checked_skill_hash = $5 where lessons.lesson_id = $1`;
const endLesson = `update ledger_read.lessons set ended = $2, ended_at = $3 where lessons.lesson_id = $1`;
const insertAgent = `insert into ledger_read.agents (agent) values ($1) on conflict do nothing`;
const setRelease = `insert into ledger_read.agents (agent, release) values ($1, $2)
  on conflict (agent) do update set release = excluded.release`;
const publishSkill = `insert into ledger_read.skills (
    skill, version, description, skill_hash, skill_text_hash, published_at
  ) values ($1, $2, $3, $4, $5, $6)
  on conflict (skill) do update set version = excluded.version, description = excluded.description,
    skill_hash = excluded.skill_hash, skill_text_hash = excluded.skill_text_hash, published_at = excluded.published_at`;
const archiveSkill = `update ledger_read.skills set archived = $2 where skills.skill = $1`;
const setSkillDefault = `update ledger_read.skills set enabled_by_default = $2 where skills.skill = $1`;

/** Lessons, agents and skills over the whole deployment. Playing an event twice leaves the same rows. */
export const readModels: Projection = {
  name: 'read-models',
  version: 1,
  async apply(client, events) {
    for (const event of events) {
      const known = logEventOf(toCloudEvent(event));
      if (known !== undefined) await apply(client, known);
    }
  },
};

async function apply(client: PoolClient, event: LogEvent): Promise<void> {
  const { type, data, time } = event;
  switch (type) {
    case 'lesson.created': {
      const { lessonId, agent, skill, author, leaseEnd, graceEnd, checkedRelease, checkedSkillHash } = data;
      await client.query(insertAgent, [agent]);
      const values = [lessonId, agent, skill, author, time, leaseEnd, graceEnd, checkedRelease, checkedSkillHash];
      await client.query(insertLesson, values);
      return;
    }
    case 'lesson.renewed': {
      const { lessonId, leaseEnd, graceEnd, checkedRelease, checkedSkillHash } = data;
      await client.query(renewLesson, [lessonId, leaseEnd, graceEnd, checkedRelease, checkedSkillHash]);
      return;
    }
    case 'lesson.obsoleted':
    case 'lesson.expired':
    case 'lesson.retired':
      await client.query(endLesson, [data.lessonId, type.slice('lesson.'.length), time]);
      return;
    case 'agent.release_set':
      await client.query(setRelease, [agentOf(event.stream), data.release]);
      return;
    case 'agent.skill_enabled':
    case 'agent.skill_disabled':
    case 'agent.skill_reset':
    case 'agent.default_skill_set':
    case 'agent.profile_set':
    case 'round.closed':
      await client.query(insertAgent, [agentOf(event.stream)]);
      return;
    case 'skill.published': {
      const { skill, version, description, skillHash, skillTextHash } = data;
      await client.query(publishSkill, [skill, version, description, skillHash, skillTextHash, time]);
      return;
    }
    case 'skill.archived':
    case 'skill.restored':
      await client.query(archiveSkill, [data.skill, type === 'skill.archived']);
      return;
    case 'skill.default_set':
      await client.query(setSkillDefault, [data.skill, data.enabled]);
      return;
    default:
      return;
  }
}

const agentOf = (stream: string): string => stream.split('/')[1] ?? '';
