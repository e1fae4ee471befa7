import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Log } from './log.js';

export interface ReleaseArchive {
  version: string;
  sha256: string;
}

const releases = 'https://github.com/nats-io/nats-server/releases/download';

/**
 * The official archives by platform. Checksums of Linux are those of NATS's own container images
 * (github.com/nats-io/nats-docker, 2.10.x/alpine3.22), those of macOS the release's SHA256SUMS as
 * github.com/cashapp/hermit-packages records it; for Linux the two sources agree.
 */
const archives: Record<string, ReleaseArchive> = {
  'linux-amd64': { version: '2.10.29', sha256: 'e314da74a83a1d3876db8814c27eb990fe729640fd6452025b441bcede8390da' },
  'linux-arm64': { version: '2.10.29', sha256: 'da4b27942ecfb4c5f0c54553d2e7f470ddda9d7581cfe8131b351a0e223ed401' },
  'darwin-amd64': { version: '2.10.10', sha256: '5b6bfed8f75ecb2f6465b87334f4e757a66c32b6c5f802e964a080a3716ffffb' },
  'darwin-arm64': { version: '2.10.10', sha256: '8af6cbd8f3f21bcec164d17bc879d3e7807cd98e1c7839ac668986a71c4e52c6' },
};

/** Fetches the official release for this platform into the cache. Nothing is unpacked before its checksum is right. */
export async function fetchRelease(
  cacheDir: string,
  log: Log,
  check: (path: string) => Promise<string>,
  { base = releases, pinned = archives }: { base?: string; pinned?: Record<string, ReleaseArchive> } = {},
): Promise<void> {
  const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const archive = pinned[platform];
  if (!archive) throw new Error(`official release: none is pinned for ${platform}`);
  const name = `nats-server-v${archive.version}-${platform}`;
  const url = `${base}/v${archive.version}/${name}.tar.gz`;
  log(`fetching ${url}`);
  const bytes = await download(url);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== archive.sha256)
    throw new Error(`official release: ${url} has the checksum ${sha256}, not ${archive.sha256}`);
  const work = mkdtempSync(join(cacheDir, 'release-'));
  try {
    writeFileSync(join(work, 'archive.tar.gz'), bytes);
    await promisify(execFile)('tar', ['-xzf', join(work, 'archive.tar.gz'), '-C', work], { timeout: 60_000 });
    const binary = join(work, name, 'nats-server');
    renameSync(binary, join(cacheDir, `nats-server-${await check(binary)}`));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function download(url: string): Promise<Buffer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(180_000) });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    const { message, cause } = error as Error;
    throw new Error(`official release: ${url}: ${cause instanceof Error ? cause.message : message}`, { cause: error });
  }
}
