import { coversAgent, coversAllAgents, streams, type Credential, type EventsRequest } from '#contracts';
import type { EventFilter, StoredEvent } from '#event-store';

/** Kinds of streams that belong to one agent: `<kind>/<agent>[/<skill>]`. */
const AGENT_KINDS = new Set(['lesson', 'ban', 'agent', 'round']);
/** Who may act, and what was done to the log itself, is shown to those who see all agents. */
const DEPLOYMENT_KINDS = new Set(['access', 'audit']);

/** True when the credential may see the event: those of its agents, and what concerns all. */
export function mayRead(credential: Credential, { stream }: Pick<StoredEvent, 'stream'>): boolean {
  if (coversAllAgents(credential)) return true;
  const [kind = '', agent = ''] = stream.split('/');
  return AGENT_KINDS.has(kind) ? coversAgent(credential, agent) : !DEPLOYMENT_KINDS.has(kind);
}

type Asked = Pick<EventsRequest, 'agent' | 'skill' | 'type'>;

/** What the log is asked for. Agent and skill together are narrowed to what concerns both. */
export function eventFilter({ agent, skill, type }: Asked): EventFilter {
  const types = type === undefined ? {} : { types: [type.replace(/^marginalia\./, '').replace(/\.v\d+$/, '')] };
  if (agent !== undefined && skill !== undefined) {
    return {
      ...types,
      streams: [streams.lesson(agent, skill), streams.ban(agent, skill), streams.skill(skill), streams.agent(agent)],
    };
  }
  if (agent !== undefined) {
    const own = [streams.lessonsOf(agent), streams.bansOf(agent), streams.agent(agent), streams.round(agent)];
    return { ...types, streams: own };
  }
  // Notebooks of one skill lie under their agents, so they are picked out by name: see `concerns`.
  return types;
}

/** True when the event is about the skill that was asked for. */
export function concerns({ agent, skill }: Asked, { stream }: Pick<StoredEvent, 'stream'>): boolean {
  if (skill === undefined || agent !== undefined) return true;
  const [kind, first, second] = stream.split('/');
  return kind === 'skill' ? first === skill : (kind === 'lesson' || kind === 'ban') && second === skill;
}
