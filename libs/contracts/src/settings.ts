import { isCron } from './cron.js';
import { isAgent } from './identifiers.js';

/** A setting: its default, who may narrow it, and what is allowed. */
export interface SettingSpec {
  /** Default of a local start; `production` overrides it elsewhere. */
  default: unknown;
  production?: unknown;
  /** Narrower scopes in which it may be set too. */
  scopes?: readonly ('agent' | 'skill')[];
  /** What is allowed, in words; shown when a value is refused. */
  allowed: string;
  valid(value: unknown): boolean;
}

const boolean = (value: boolean, more: Partial<SettingSpec> = {}): SettingSpec => ({
  default: value,
  allowed: 'true or false',
  valid: (v) => typeof v === 'boolean',
  ...more,
});
const integer = (value: number | null, min: number, max: number, more: Partial<SettingSpec> = {}): SettingSpec => ({
  default: value,
  allowed: `a whole number from ${min} to ${max}${value === null ? ', or null' : ''}`,
  valid: (v) => (v === null && value === null) || (Number.isInteger(v) && (v as number) >= min && (v as number) <= max),
  ...more,
});
const fraction = (value: number, min: number, max: number): SettingSpec => ({
  default: value,
  allowed: `a number from ${min} to ${max}`,
  valid: (v) => typeof v === 'number' && v >= min && v <= max,
});

/** All settings that can be changed at run time (domain.md section 8). The thresholds are fixed by labelled pairs. */
export const SETTINGS = {
  'brain.skill_learning_enabled': boolean(true, { scopes: ['agent', 'skill'] }),
  'brain.skill_learning_reflection_threshold': integer(10, 2, 1000),
  'brain.maintainer_agent_uid': {
    default: null,
    allowed: 'an agent uid, or null',
    valid: (v) => v === null || isAgent(v),
  },
  'brain.dreaming_task_cron': {
    default: '0 5 * * *',
    allowed: 'five cron fields (minute hour day month weekday), UTC',
    valid: isCron,
  },
  'brain.reflector': {
    default: 'builtin',
    scopes: ['agent'],
    allowed: 'builtin',
    valid: (v) => v === 'builtin',
  },
  'brain.duplicate_threshold': fraction(0.6, 0, 1),
  'brain.ban_threshold': fraction(0.5, 0, 0.5),
  'brain.lesson_approval': {
    default: false,
    allowed: 'false: this version has no approval of machine lessons',
    valid: (v) => v === false,
  },
  'brain.unconfirmed_renewals_max': integer(10, 1, 1000),
  'brain.trust_presumed_people': boolean(true, { production: false }),
  'brain.origins_min_gap_hours': integer(0, 0, 720, { production: 24 }),
  'brain.max_open_rounds': integer(8, 1, 1000),
  'brain.daily_token_budget': integer(null, 0, 1_000_000_000),
  'brain.count_mcp_failures': boolean(false),
  'brain.checks_enabled': {
    default: false,
    allowed: 'false: this version runs no checks of its own',
    valid: (v) => v === false,
  },
  'intake.unknown_agents': {
    default: 'accept',
    production: 'hold',
    allowed: 'accept or hold',
    valid: (v) => v === 'accept' || v === 'hold',
  },
  'evidence.retention_days': integer(90, 30, 3650),
} as const satisfies Record<string, SettingSpec>;

export type SettingKey = keyof typeof SETTINGS;
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);

export interface SettingValue {
  key: SettingKey;
  value: unknown;
  agent?: string;
  skill?: string;
}
