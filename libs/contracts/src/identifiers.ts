/** Agent uid, and credential id: one NATS token each. */
export const AGENT_PATTERN = /^[a-z0-9][a-z0-9_-]{0,62}$/;
/** Agent Skills name: 1–64 of a-z 0-9 -, no leading, trailing or doubled hyphen. */
export const SKILL_PATTERN = /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const JOB_ID_PATTERN = /^[A-Za-z0-9._:-]{1,128}$/;
export const RELEASE_MAX = 64;

export const isAgent = (value: unknown): value is string => typeof value === 'string' && AGENT_PATTERN.test(value);
export const isSkill = (value: unknown): value is string => typeof value === 'string' && SKILL_PATTERN.test(value);
export const isJobId = (value: unknown): value is string => typeof value === 'string' && JOB_ID_PATTERN.test(value);
