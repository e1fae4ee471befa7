import type { Gate } from './gate.js';

/** Gate 2: the skill has to exist and be enabled for the agent. */
export const skillStanding: Gate = ({ skill }, context) => {
  if (context.skill === 'absent') return { reason: 'skill_not_found', detail: skill };
  return context.skill === 'disabled' ? { reason: 'skill_disabled', detail: skill } : undefined;
};
