/** One PostgreSQL and one NATS for the whole run (test/setup/global.mjs); each file takes a database and a subject prefix of its own. */
export default {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['@swc/jest', {}] },
  testMatch: ['<rootDir>/{apps,libs,deploy,test}/**/*.spec.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.marginalia/'],
  testTimeout: 30_000,
};
