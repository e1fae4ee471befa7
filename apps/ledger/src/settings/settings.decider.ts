import { isSettingKey, SETTINGS, streams, type LogEvent, type SettingSpec, type SettingValue } from '#contracts';
import { SettingsState } from '#domain';
import { refuse, unchanged, type Decision } from '../commands/decision.js';

/** Everything ever set, in order of the log: the fold that a stream cache keeps. */
export type SettingsLog = readonly LogEvent[];

export const evolveSettings = (log: SettingsLog, event: LogEvent): SettingsLog =>
  event.type === 'settings.changed' ? [...log.filter((earlier) => !sameScope(earlier, event)), event] : log;

function sameScope(a: LogEvent, b: LogEvent): boolean {
  if (a.type !== 'settings.changed' || b.type !== 'settings.changed') return false;
  return a.data.key === b.data.key && a.data.agent === b.data.agent && a.data.skill === b.data.skill;
}

/** @param production picks the careful defaults. */
export function settingsOf(log: SettingsLog, production: boolean): SettingsState {
  const state = new SettingsState(production);
  for (const event of log) state.apply(event);
  return state;
}

export interface SetSettingCommand {
  key: string;
  value: unknown;
  agent?: string;
  skill?: string;
}

export function decideSetting(log: SettingsLog, command: SetSettingCommand): Decision<object> {
  const { key, value, agent, skill } = command;
  if (!isSettingKey(key)) return refuse('unknown_setting', `the settings are ${Object.keys(SETTINGS).join(', ')}`);
  const spec: SettingSpec = SETTINGS[key];
  if (!spec.valid(value)) return refuse('value_out_of_range', `${key}: allowed is ${spec.allowed}`);
  const scopes: readonly string[] = spec.scopes ?? [];
  for (const [scope, given] of Object.entries({ agent, skill })) {
    if (given !== undefined && !scopes.includes(scope)) {
      return refuse('value_out_of_range', `${key} cannot be set for one ${scope}`);
    }
  }
  const data = { key, value, ...(agent !== undefined && { agent }), ...(skill !== undefined && { skill }) };
  const event = { type: 'settings.changed' as const, stream: streams.settings, data };
  const set = log.find((earlier) => sameScope(earlier, { ...event, time: '', position: '' }));
  if (set?.type === 'settings.changed' && set.data.value === value) return unchanged({});
  return { events: [event], reply: {} };
}

export const settingValues = (settings: SettingsState): SettingValue[] =>
  settings.list().map(({ key, value, agent, skill }) => ({
    key,
    value,
    ...(agent !== undefined && { agent }),
    ...(skill !== undefined && { skill }),
  }));
