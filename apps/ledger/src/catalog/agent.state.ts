import type { LogEvent, LogPayloads } from '#contracts';

/** What operators and reports have said of one agent. */
export interface AgentState {
  /** Its own word on a skill, over the skill's default. */
  overrides: ReadonlyMap<string, boolean>;
  release: string | null;
  releasePinned: boolean;
  /** The release last reported; what the agent goes back to when a pin is cleared. */
  releaseReported: string | null;
  defaultSkill: string | null;
  profiles: ReadonlyMap<string, LogPayloads['agent.profile_set']>;
}

export const unknownAgent: AgentState = {
  overrides: new Map(),
  release: null,
  releasePinned: false,
  releaseReported: null,
  defaultSkill: null,
  profiles: new Map(),
};

export function evolveAgent(state: AgentState, event: LogEvent): AgentState {
  switch (event.type) {
    case 'agent.skill_enabled':
    case 'agent.skill_disabled': {
      const enabled = event.type === 'agent.skill_enabled';
      return { ...state, overrides: new Map(state.overrides).set(event.data.skill, enabled) };
    }
    case 'agent.skill_reset': {
      const overrides = new Map(state.overrides);
      overrides.delete(event.data.skill);
      return { ...state, overrides };
    }
    case 'agent.default_skill_set':
      return { ...state, defaultSkill: event.data.skill };
    case 'agent.release_set': {
      const { release, pinned } = event.data;
      return { ...state, release, releasePinned: pinned, ...(!pinned && { releaseReported: release }) };
    }
    case 'agent.profile_set':
      return { ...state, profiles: new Map(state.profiles).set(event.data.profile, event.data) };
    default:
      return state;
  }
}
