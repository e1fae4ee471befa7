import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestFolder, testFolder } from '#testing';
import { findNatsServer } from './nats-server.js';
import { fetchRelease } from './nats-server.release.js';

const real = process.env['MARGINALIA_TEST_NATS_SERVER'] as string;
const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;

describe('finding nats-server', () => {
  let folder: TestFolder;

  beforeEach(() => {
    folder = testFolder();
  });

  afterEach(() => folder.remove());

  function fake(path: string, version: string): string {
    writeFileSync(path, `#!/bin/sh\necho nats-server: v${version}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  it('takes the one that was named', async () => {
    const found = await findNatsServer({ named: real, cacheDir: folder.path });
    expect(found).toEqual({ path: real, version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  });

  it('refuses a named one that is too old or none, and looks no further', async () => {
    const old = fake(join(folder.path, 'old'), '2.9.9');
    await expect(findNatsServer({ named: old, cacheDir: folder.path })).rejects.toThrow(
      'version 2.9.9; needed is nats-server 2.9.10',
    );
    await expect(findNatsServer({ named: '/bin/true', cacheDir: folder.path })).rejects.toThrow(
      'no nats-server that runs here',
    );
  });

  it('takes the floor itself', async () => {
    const floor = fake(join(folder.path, 'floor'), '2.9.10');
    expect(await findNatsServer({ named: floor, cacheDir: folder.path })).toEqual({ path: floor, version: '2.9.10' });
  });

  describe('in the official release', () => {
    let server: Server;
    let base: string;
    let archive: Buffer;

    beforeEach(async () => {
      const name = `nats-server-v2.10.29-${platform}`;
      mkdirSync(join(folder.path, name));
      fake(join(folder.path, name, 'nats-server'), '2.10.29');
      execFileSync('tar', ['-czf', 'archive.tar.gz', name], { cwd: folder.path });
      archive = readFileSync(join(folder.path, 'archive.tar.gz'));
      server = createServer((request, response) => {
        if (request.url === `/v2.10.29/${name}.tar.gz`) response.end(archive);
        else response.writeHead(404).end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });

    afterEach(() => new Promise((resolve) => server.close(resolve)));

    function fetchPinned(sha256: string): Promise<void> {
      const cache = join(folder.path, 'cache');
      mkdirSync(cache);
      const pinned = { [platform]: { version: '2.10.29', sha256 } };
      return fetchRelease(
        cache,
        () => undefined,
        () => Promise.resolve('2.10.29'),
        { base, pinned },
      );
    }

    it('takes an archive with the pinned checksum', async () => {
      await fetchPinned(createHash('sha256').update(archive).digest('hex'));
      expect(readdirSync(join(folder.path, 'cache'))).toEqual(['nats-server-2.10.29']);
    });

    it('refuses any other archive before it is unpacked', async () => {
      await expect(fetchPinned('0'.repeat(64))).rejects.toThrow('has the checksum');
      expect(existsSync(join(folder.path, 'cache/nats-server-2.10.29'))).toBe(false);
    });
  });
});
