import { AppConfig } from './app.config.js';
import { ConfigError, FromEnvironment, makeConfig, readConfig, redacted } from './config.js';
import { IsString, MinLength } from 'class-validator';

class SpecConfig extends AppConfig {
  @FromEnvironment('SPEC_KEY', { secret: true })
  @IsString()
  @MinLength(8)
  key!: string;
}
const complete = {
  MARGINALIA_DATABASE_URL: 'postgresql://me:hidden@localhost/db',
  MARGINALIA_NATS_URL: 'nats://me:hidden@localhost:4222',
  MARGINALIA_CREDENTIAL: 'svc-ledger',
  SPEC_KEY: 'very-secret',
};

describe('config', () => {
  it('reads numbers and switches, and leaves defaults for what is unset or empty', () => {
    const config = readConfig(SpecConfig, {
      ...complete,
      MARGINALIA_HTTP_PORT: '0',
      MARGINALIA_ALLOW_SHORT_SUBJECTS: 'true',
      MARGINALIA_HTTP_HOST: '',
      NODE_ENV: 'production',
    });
    expect(config).toMatchObject({ httpPort: 0, allowShortSubjects: true, httpHost: '127.0.0.1', production: true });
  });

  it('lists all faults at once, by the names of the variables', () => {
    const read = (): unknown =>
      readConfig(SpecConfig, { MARGINALIA_DATABASE_URL: 'mysql://x', MARGINALIA_HTTP_PORT: 'eighty', SPEC_KEY: 'x' });
    expect(read).toThrow(ConfigError);
    for (const name of ['MARGINALIA_DATABASE_URL', 'MARGINALIA_NATS_URL', 'MARGINALIA_HTTP_PORT', 'SPEC_KEY']) {
      expect(read).toThrow(name);
    }
  });

  it('takes values of a program by the same rules', () => {
    expect(() => makeConfig(AppConfig, { httpPort: -1 })).toThrow('MARGINALIA_HTTP_PORT must not be less than 0');
  });

  it('shows neither secrets nor passwords', () => {
    const shown = redacted(readConfig(SpecConfig, complete));
    expect(shown).toMatchObject({ key: '***', databaseUrl: 'postgresql://me:***@localhost/db' });
    expect(JSON.stringify(shown)).not.toMatch(/hidden|very-secret/);
  });
});
