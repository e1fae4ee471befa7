import { streams, type LogPayloads, type NewLogEvent } from '#contracts';
import { refuse, unchanged, type Decision } from '../commands/decision.js';
import type { AgentState } from './agent.state.js';
import type { SkillPackage } from './skill-package.js';
import { standing, type SkillState } from './skill.state.js';

/** An event of the log is at most 256 KiB; so much of it may be the list of files. */
const MAX_FILE_LIST = 240 * 1024;

interface Published {
  skill: string;
  version: number;
  skillHash: string;
  skillTextHash: string;
}

/** Publishing what is published already answers its version and changes nothing. */
export function decidePublish(
  state: SkillState,
  { skill, description, files, skillHash, skillTextHash }: SkillPackage,
  expectedVersion: number | undefined,
): Decision<Published> {
  if (state.archived) return refuse('skill_archived');
  if (expectedVersion !== undefined && expectedVersion !== state.version) {
    return refuse('version_conflict', `version ${state.version} is published, expected ${expectedVersion}`);
  }
  if (state.skillHash === skillHash) return unchanged({ skill, version: state.version, skillHash, skillTextHash });
  if (Buffer.byteLength(JSON.stringify(files)) > MAX_FILE_LIST) {
    return refuse('payload_too_large', 'the list of files is too long: fewer files or shorter paths');
  }
  const version = state.version + 1;
  const data = { skill, version, description, files, skillHash, skillTextHash, origin: 'operator' as const };
  return {
    events: [{ type: 'skill.published', stream: streams.skill(skill), data }],
    reply: { skill, version, skillHash, skillTextHash },
  };
}

export function decideArchived(state: SkillState, skill: string, archived: boolean): Decision<object> {
  if (state.version === 0) return refuse('skill_not_found', `no skill ${skill}`);
  if (state.archived === archived) return unchanged({});
  const type = archived ? 'skill.archived' : 'skill.restored';
  return { events: [{ type, stream: streams.skill(skill), data: { skill } }], reply: {} };
}

export function decideDefault(state: SkillState, skill: string, enabled: boolean): Decision<{ effective: boolean }> {
  if (state.version === 0) return refuse('skill_not_found', `no skill ${skill}`);
  const reply = { effective: enabled && !state.archived };
  if (state.default === enabled) return unchanged(reply);
  return { events: [{ type: 'skill.default_set', stream: streams.skill(skill), data: { skill, enabled } }], reply };
}

/** @param enabled null: the agent follows the default of the skill again. */
export function decideEnable(
  agent: string,
  { overrides }: AgentState,
  skill: string,
  state: SkillState,
  enabled: boolean | null,
): Decision<{ effective: boolean }> {
  if (state.version === 0) return refuse('skill_not_found', `no skill ${skill}`);
  if (enabled === true && state.archived) return refuse('skill_archived');
  const reply = { effective: standing(state, enabled ?? undefined) === 'enabled' };
  if ((overrides.get(skill) ?? null) === enabled) return unchanged(reply);
  const type = enabled === null ? 'agent.skill_reset' : enabled ? 'agent.skill_enabled' : 'agent.skill_disabled';
  return { events: [{ type, stream: streams.agent(agent), data: { skill } }], reply };
}

/** @param skill null: notes of jobs that name no skill have nowhere to go. */
export function decideDefaultSkill(
  agent: string,
  { overrides, defaultSkill }: AgentState,
  skill: string | null,
  state: SkillState,
): Decision<{ skill: string | null }> {
  if (skill !== null) {
    const stands = standing(state, overrides.get(skill));
    if (stands === 'missing') return refuse('skill_not_found', `no skill ${skill}`);
    if (stands !== 'enabled') return refuse('skill_disabled', `${skill} is not enabled for ${agent}`);
  }
  if (skill === defaultSkill) return unchanged({ skill });
  return {
    events: [{ type: 'agent.default_skill_set', stream: streams.agent(agent), data: { skill } }],
    reply: { skill },
  };
}

/** Pins a release, which counts at once; null clears the pin, and the release last reported counts again. */
export function decideRelease(
  agent: string,
  state: AgentState,
  pin: string | null,
): Decision<{ release: string | null; pinned: boolean }> {
  const reply = { release: pin ?? state.releaseReported, pinned: pin !== null };
  if (reply.release === state.release && reply.pinned === state.releasePinned) return unchanged(reply);
  return { events: [{ type: 'agent.release_set', stream: streams.agent(agent), data: { ...reply } }], reply };
}

export function decideProfile(
  agent: string,
  { profiles }: AgentState,
  profile: LogPayloads['agent.profile_set'],
): Decision<object> {
  const known = profiles.get(profile.profile);
  const same = known?.baseUrl === profile.baseUrl && known.model === profile.model && known.keyName === profile.keyName;
  const event: NewLogEvent = { type: 'agent.profile_set', stream: streams.agent(agent), data: profile };
  return same ? unchanged({}) : { events: [event], reply: {} };
}
