import { decided, refusedWith } from '../notebook/notebook.fixture.js';
import { placed } from '../notebook/placed.js';
import { decideSetting, evolveSettings, settingsOf, settingValues, type SettingsLog } from './settings.decider.js';

const set = (log: SettingsLog, command: Parameters<typeof decideSetting>[1]): SettingsLog =>
  decided(decideSetting(log, command))
    .events.map((event) => placed(event, ''))
    .reduce(evolveSettings, log);

describe('settings', () => {
  it('has the defaults of the place it runs in', () => {
    expect(settingsOf([], false).get('brain.trust_presumed_people')).toBe(true);
    expect(settingsOf([], true).get('brain.trust_presumed_people')).toBe(false);
  });

  it('changes a value once, and the last one counts', () => {
    const key = 'brain.skill_learning_reflection_threshold';
    const once = set([], { key, value: 5 });
    expect(decided(decideSetting(once, { key, value: 5 })).events).toEqual([]);
    const twice = set(once, { key, value: 7 });
    expect(settingsOf(twice, false).get(key)).toBe(7);
    expect(settingValues(settingsOf(twice, false))).toEqual([{ key, value: 7 }]);
  });

  it('keeps narrower scopes beside the wide one', () => {
    const key = 'brain.skill_learning_enabled';
    const log = set(set([], { key, value: false, agent: 'aria' }), { key, value: true });
    expect(settingsOf(log, false).learning('aria')).toBe(false);
    expect(settingsOf(log, false).learning('other')).toBe(true);
  });

  it('says what is allowed, and which settings there are', () => {
    const out = decideSetting([], { key: 'brain.skill_learning_reflection_threshold', value: 1 });
    expect(out).toMatchObject({ refused: { code: 'value_out_of_range' } });
    expect((out as { refused: { detail: string } }).refused.detail).toContain('from 2 to 1000');
    const unknown = decideSetting([], { key: 'brain.speed', value: 1 });
    expect((unknown as { refused: { detail: string } }).refused.detail).toContain('brain.reflector');
    expect(refusedWith(unknown)).toBe('unknown_setting');
    expect(refusedWith(decideSetting([], { key: 'brain.max_open_rounds', value: 5, agent: 'aria' }))).toBe(
      'value_out_of_range',
    );
  });
});
