import { randomBytes } from 'node:crypto';
import { testEnvironment } from './test-environment.js';

export interface TestNats {
  /** With a login that may do everything. */
  url: string;
  /** A subject prefix that nobody else uses, one token. */
  prefix: string;
}

/** The run's NATS server with JetStream, which all test files share, and a prefix to keep them apart. */
export function testNats(): TestNats {
  return { url: testEnvironment('MARGINALIA_TEST_NATS_URL'), prefix: `t${randomBytes(5).toString('hex')}` };
}
