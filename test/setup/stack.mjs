import { findNatsServer, homeLock, startNats, startPostgres } from '../../dist/deploy/local/index.js';

// A stack in a process of its own, for tests that kill it: node stack.mjs HOME NATS_SERVER. Prints its URLs as one JSON line.
const [home, named] = process.argv.slice(2);
homeLock(home);
const postgres = await startPostgres({ home, durable: false });
const { path } = await findNatsServer({ named, cacheDir: home });
const nats = await startNats({ binary: path, home, users: [{ user: 'test', password: 'test' }] });
console.log(
  JSON.stringify({
    postgres: { url: postgres.url, pid: postgres.pid },
    nats: { url: nats.url('test'), pid: nats.pid },
  }),
);
setInterval(() => {}, 60_000);
