import { Controller } from '@nestjs/common';
import type { Configuration } from '#contracts';
import { Handles } from '#messaging';
import { Credentials } from '../access/credentials.service.js';
import { settingValues } from '../settings/settings.decider.js';
import { LedgerClock } from './ledger-clock.js';
import { LedgerStates } from './ledger-states.js';

@Controller()
export class ConfigurationHandlers {
  constructor(
    private readonly states: LedgerStates,
    private readonly credentials: Credentials,
    private readonly clock: LedgerClock,
  ) {}

  @Handles('ledger.configuration')
  async configuration(): Promise<Configuration> {
    // Settings are read first: their position is one that the credentials are at least as new as.
    const { state, position } = await this.states.settingsInForce();
    const [credentials, clock] = await Promise.all([this.credentials.all(), this.clock.read()]);
    return { settings: settingValues(state), credentials, clock, position };
  }
}
