export { cacheFolder } from './cache-folder.js';
export { freePort } from './free-port.js';
export { homeLock } from './home-lock.js';
export { type Log } from './log.js';
export { type NatsUser } from './nats-config.js';
export { type EmbeddedNats, type EmbeddedNatsOptions, startNats, stopLeftoverNats } from './nats.js';
export { type FindNatsServerOptions, findNatsServer, type NatsServerBinary } from './nats-server.js';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startPostgres,
  stopLeftoverPostgres,
} from './postgres.js';
