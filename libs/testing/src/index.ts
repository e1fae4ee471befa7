export * from './eventually.js';
export * from './test-clock.js';
export * from './test-database.js';
export * from './test-folder.js';
export * from './test-nats.js';
