import type { LogEvent, SkillFile } from '#contracts';
import type { SkillStanding } from '../notebook/people.decider.js';

/** One skill of the catalogue. Version 0: never published. */
export interface SkillState {
  version: number;
  description: string;
  files: SkillFile[];
  skillHash: string;
  skillTextHash: string;
  archived: boolean;
  /** Whether agents have it that say nothing of their own. */
  default: boolean;
}

export const unpublishedSkill: SkillState = {
  version: 0,
  description: '',
  files: [],
  skillHash: '',
  skillTextHash: '',
  archived: false,
  default: true,
};

export function evolveSkill(state: SkillState, event: LogEvent): SkillState {
  switch (event.type) {
    case 'skill.published': {
      const { version, description, files, skillHash, skillTextHash } = event.data;
      return { ...state, version, description, files, skillHash, skillTextHash };
    }
    case 'skill.archived':
      return { ...state, archived: true };
    case 'skill.restored':
      return { ...state, archived: false };
    case 'skill.default_set':
      return { ...state, default: event.data.enabled };
    default:
      return state;
  }
}

/** How a skill stands for an agent that has `override` of its own, if any. */
export function standing(skill: SkillState, override: boolean | undefined): SkillStanding {
  if (skill.version === 0) return 'missing';
  if (skill.archived) return 'archived';
  return (override ?? skill.default) ? 'enabled' : 'disabled';
}

/** `skillTextHash` of the skills that are there: what lessons are checked against. */
export const skillTextHashes = (skills: ReadonlyMap<string, SkillState>): Map<string, string> =>
  new Map(
    [...skills].flatMap(([name, skill]) =>
      skill.version === 0 || skill.archived ? [] : [[name, skill.skillTextHash] as const],
    ),
  );
