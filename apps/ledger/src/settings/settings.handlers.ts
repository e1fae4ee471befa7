import { Controller } from '@nestjs/common';
import { SETTINGS, streams, type Replies, type SetSetting, type SettingKey, type SettingSpec } from '#contracts';
import { defaultOf } from '#domain';
import { EventStore } from '#event-store';
import { Configuration, Handles, type RequestContext } from '#messaging';
import { commandOf, CommandRunner } from '../commands/command-runner.js';
import { LedgerStates } from '../commands/ledger-states.js';
import { AppConfig } from '#platform';
import { decideSetting, settingValues, type SetSettingCommand } from './settings.decider.js';

type SettingView = Replies['ledger.settings.get']['settings'][number];

@Controller()
export class SettingsHandlers {
  constructor(
    private readonly commands: CommandRunner,
    private readonly states: LedgerStates,
    private readonly store: EventStore,
    private readonly config: AppConfig,
    private readonly configuration: Configuration,
  ) {}

  @Handles('ledger.settings.set')
  async set(body: SetSetting, context: RequestContext): Promise<Replies['ledger.settings.set']> {
    const { position } = await this.commands.run(commandOf(body, context), async () => {
      const { state, guards } = await this.states.settings();
      return { decision: decideSetting(state, scoped(body)), unchanged: guards };
    });
    // This process knows at once, the others hear of it.
    await this.configuration.refresh().catch(() => undefined);
    const { state } = await this.states.settingsInForce();
    return { settings: settingValues(state), position };
  }

  @Handles('ledger.settings.get')
  async get(): Promise<Replies['ledger.settings.get']> {
    const [{ state }, events, head] = await Promise.all([
      this.states.settingsInForce(),
      this.store.readStream(streams.settings),
      this.store.head(),
    ]);
    const set = new Map(state.list().map((value) => [value.position, value]));
    const changes = events.filter(({ position }) => set.has(position.toString()));
    const settings = (Object.keys(SETTINGS) as SettingKey[]).map((key): SettingView => {
      const spec: SettingSpec = SETTINGS[key];
      const mine = settingValues(state).filter((value) => value.key === key);
      const isWide = ({ agent, skill }: { agent?: string; skill?: string }): boolean =>
        agent === undefined && skill === undefined;
      const change = changes.find(({ position }) => {
        const value = set.get(position.toString());
        return value?.key === key && isWide(value);
      });
      return {
        key,
        value: state.get(key),
        default: defaultOf(key, this.config.production),
        allowed: spec.allowed,
        ...(change && { changedBy: change.by, changedAt: change.time }),
        narrower: mine.filter((value) => !isWide(value)),
      };
    });
    return { settings, position: head.position.toString() };
  }
}

const scoped = ({ key, value, agent, skill }: SetSetting): SetSettingCommand => ({
  key,
  value,
  ...(agent !== undefined && { agent }),
  ...(skill !== undefined && { skill }),
});
