import { createServer, type AddressInfo } from 'node:net';

const NEIGHBOURS = 50;

/** The preferred TCP port of the loopback interface, else the next free one above it, else one that the system chooses. */
export async function freePort(preferred = 0): Promise<number> {
  for (let port = preferred; preferred !== 0 && port < preferred + NEIGHBOURS; port += 1) {
    const found = await tryPort(port);
    if (found !== undefined) return found;
  }
  return (await tryPort(0)) ?? Promise.reject(new Error('No free TCP port on 127.0.0.1.'));
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => {
      const found = (server.address() as AddressInfo).port;
      server.close(() => resolve(found));
    });
  });
}
