import { isSettingKey, SETTINGS, type SettingKey, type SettingSpec } from './settings.js';

const specs = Object.entries(SETTINGS) as [SettingKey, SettingSpec][];

describe('settings', () => {
  it.each(specs)('%s has defaults that it allows', (_, spec) => {
    expect(spec.valid(spec.default)).toBe(true);
    if ('production' in spec) expect(spec.valid(spec.production)).toBe(true);
    expect(spec.allowed).not.toBe('');
  });

  it.each(specs)('%s refuses what is of another type', (_, spec) => {
    for (const value of [undefined, {}, [], [spec.default], 'nonsense!', NaN, Infinity, -1]) {
      expect(spec.valid(value)).toBe(false);
    }
  });

  it.each<[SettingKey, unknown[], unknown[]]>([
    ['brain.skill_learning_enabled', [true, false], [null, 'true', 1]],
    ['brain.skill_learning_reflection_threshold', [2, 1000], [1, 1001, 2.5, '10', null]],
    ['brain.maintainer_agent_uid', ['keeper', null], ['', 'Keeper', 'a.b']],
    [
      'brain.dreaming_task_cron',
      ['0 5 * * *', '*/30 6-22 * * 1-5'],
      ['99 * * * *', '0 5 * *', '0 0 30 2 *', '@daily', null],
    ],
    ['brain.reflector', ['builtin'], ['model', '', null]],
    ['brain.duplicate_threshold', [0, 0.6, 1], [1.01, -0.1, '0.6', null]],
    ['brain.ban_threshold', [0, 0.5], [0.51]],
    ['brain.lesson_approval', [false], [true]],
    ['brain.unconfirmed_renewals_max', [1, 1000], [0, 1001]],
    ['brain.origins_min_gap_hours', [0, 720], [721, 0.5]],
    ['brain.daily_token_budget', [null, 0, 1_000_000_000], [1_000_000_001, 1.5, '0']],
    ['brain.checks_enabled', [false], [true]],
    ['intake.unknown_agents', ['accept', 'hold'], ['refuse', '', null]],
    ['evidence.retention_days', [30, 3650], [29, 3651, null]],
  ])('%s allows what it says', (key, allowed, refused) => {
    const { valid } = SETTINGS[key];
    expect(allowed.filter((value) => !valid(value))).toEqual([]);
    expect(refused.filter((value) => valid(value))).toEqual([]);
  });

  it('are known by their own keys only', () => {
    expect(isSettingKey('brain.reflector')).toBe(true);
    expect(isSettingKey('brain.nonsense')).toBe(false);
    expect(isSettingKey('constructor')).toBe(false);
  });
});
