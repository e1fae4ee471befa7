import { SETTINGS, type LogEvent, type SettingKey, type SettingValue } from '#contracts';

type Scope = { agent?: string; skill?: string };
const scopeKey = (key: string, scope: Scope): string => `${key}|${scope.agent ?? ''}|${scope.skill ?? ''}`;

/** Settings as the log says they are; what nobody set has its default. */
export class SettingsState {
  private readonly values = new Map<string, SettingValue & { position: string }>();

  /** @param production picks the defaults that are careful rather than handy. */
  constructor(private readonly production = false) {}

  apply(event: LogEvent): void {
    if (event.type !== 'settings.changed') return;
    const { key, value, agent, skill } = event.data;
    this.values.set(scopeKey(key, event.data), {
      key: key as SettingKey,
      value,
      ...(agent !== undefined && { agent }),
      ...(skill !== undefined && { skill }),
      position: event.position,
    });
  }

  /** Everything that was set, in no order. */
  list(): (SettingValue & { position: string })[] {
    return [...this.values.values()];
  }

  /** The narrowest value that was set: agent and skill, agent, skill, deployment; else the default. */
  get(key: SettingKey, scope: Scope = {}): unknown {
    const { agent, skill } = scope;
    const scopes: Scope[] = [
      ...(agent !== undefined && skill !== undefined ? [{ agent, skill }] : []),
      ...(agent !== undefined ? [{ agent }] : []),
      ...(skill !== undefined ? [{ skill }] : []),
      {},
    ];
    for (const candidate of scopes) {
      const set = this.values.get(scopeKey(key, candidate));
      if (set !== undefined) return set.value;
    }
    return defaultOf(key, this.production);
  }

  /** Learning is on only where no scope says no: the switch of a wider scope cannot be overruled by a narrower one. */
  learning(agent?: string, skill?: string): boolean {
    return this.learningSettings(agent, skill).every(({ value }) => value !== false);
  }

  /** Positions of the settings that {@link learning} looked at. */
  learningPositions(agent: string, skill: string): string[] {
    return this.learningSettings(agent, skill).map(({ position }) => position);
  }

  private learningSettings(agent?: string, skill?: string): (SettingValue & { position: string })[] {
    const scopes: Scope[] = [
      {},
      ...(agent !== undefined ? [{ agent }] : []),
      ...(skill !== undefined ? [{ skill }] : []),
      ...(agent !== undefined && skill !== undefined ? [{ agent, skill }] : []),
    ];
    return scopes.flatMap((scope) => this.values.get(scopeKey('brain.skill_learning_enabled', scope)) ?? []);
  }
}

export function defaultOf(key: SettingKey, production: boolean): unknown {
  const spec: { default: unknown; production?: unknown } = SETTINGS[key];
  return production && spec.production !== undefined ? spec.production : spec.default;
}
