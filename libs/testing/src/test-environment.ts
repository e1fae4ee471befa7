/** What test/setup started for this run. */
export function testEnvironment(name: 'MARGINALIA_TEST_DATABASE_URL' | 'MARGINALIA_TEST_NATS_URL'): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is not set: run the tests through jest, whose global setup starts the services.`);
  return value;
}
