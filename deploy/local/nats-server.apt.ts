import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Log } from './log.js';

const sourcesFolder = '/etc/apt/sources.list.d';
/** The suite whose nats-server (2.10.27) runs on every Debian that has libc 2.34: 12 and later. */
const suite = 'trixie';

/**
 * Fetches Debian's or Ubuntu's package of nats-server into the cache, without root and without a change to the system:
 * package lists, archives and the unpacked package are private, and apt checks signatures with the system's keys.
 * First from the newer Debian suite on the mirror this machine already uses, then from the machine's own sources.
 */
export async function fetchWithApt(
  cacheDir: string,
  log: Log,
  check: (path: string) => Promise<string>,
): Promise<void> {
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg-deb')) throw new Error('apt: not on this machine');
  log('fetching nats-server with apt (a few seconds)');
  const newer = newerSuite();
  const failures: string[] = [];
  for (const sources of newer === undefined ? [undefined] : [newer, undefined]) {
    const work = mkdtempSync(join(cacheDir, 'apt-'));
    try {
      const binary = await fetchFrom(sources, work);
      const version = await check(binary);
      renameSync(binary, join(cacheDir, `nats-server-${version}`));
      return;
    } catch (error) {
      failures.push(reasonOf(error));
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  throw new Error(`apt: ${[...new Set(failures)].join('; ')}`);
}

async function fetchFrom(sources: Sources | undefined, work: string): Promise<string> {
  for (const folder of ['lists/partial', 'cache/archives/partial', 'sources', 'package']) {
    mkdirSync(join(work, folder), { recursive: true });
  }
  if (sources) writeFileSync(join(work, 'sources', sources.name), sources.content);
  const options = [
    `Dir::State::lists=${work}/lists`,
    `Dir::Cache=${work}/cache`,
    ...(sources ? ['Dir::Etc::sourcelist=/dev/null', `Dir::Etc::sourceparts=${work}/sources`] : []),
    'Debug::NoLocking=1',
    // The user that apt drops to when it is root could not write into the cache.
    'APT::Sandbox::User=',
    'Acquire::Languages=none',
    'Acquire::Retries=1',
    // Else a source out of reach is only a warning, and the reason would be lost.
    'APT::Update::Error-Mode=any',
    'Acquire::http::Timeout=20',
    'Acquire::https::Timeout=20',
  ].flatMap((option) => ['-o', option]);
  const run = async (...args: string[]): Promise<undefined> => {
    await promisify(execFile)('/usr/bin/apt-get', [...options, '-qq', ...args], { cwd: work, timeout: 180_000 });
  };
  // One of several sources may be out of reach and the package still be listed.
  const updateFailure = await run('update').catch(reasonOf);
  await run('download', 'nats-server').catch((error: unknown) => {
    throw new Error(updateFailure ?? reasonOf(error));
  });
  const archive = readdirSync(work).find((name) => name.endsWith('.deb'));
  if (archive === undefined) throw new Error('apt-get download left no package');
  await promisify(execFile)('/usr/bin/dpkg-deb', ['-x', join(work, archive), join(work, 'package')], {
    timeout: 60_000,
  });
  const binary = join(work, 'nats-server');
  cpSync(join(work, 'package/usr/sbin/nats-server'), binary);
  chmodSync(binary, 0o755);
  return binary;
}

interface Sources {
  name: string;
  content: string;
}

/** This machine's Debian mirror with the newer suite, in the notation that the machine uses; undefined when it has none. */
function newerSuite(): Sources | undefined {
  const named = existsSync(sourcesFolder) ? readdirSync(sourcesFolder).sort() : [];
  for (const name of named.filter((file) => file.endsWith('.sources'))) {
    const stanzas = readFileSync(join(sourcesFolder, name), 'utf8').split(/\n[ \t]*\n/);
    const stanza = stanzas.find((text) => /^URIs:.*\/debian\/?\s*$/im.test(text) && /^Suites:/im.test(text));
    if (stanza) return { name: 'debian.sources', content: `${stanza.replace(/^Suites:.*$/im, `Suites: ${suite}`)}\n` };
  }
  const lists = [
    '/etc/apt/sources.list',
    ...named.filter((file) => file.endsWith('.list')).map((file) => join(sourcesFolder, file)),
  ];
  for (const path of lists.filter((file) => existsSync(file))) {
    const line = /^deb\s+(\[[^\]\n]*\]\s+)?(\S+\/debian\/?)\s+\S+\s+main\b/m.exec(readFileSync(path, 'utf8'));
    if (line) return { name: 'debian.list', content: `deb ${line[1] ?? ''}${line[2]} ${suite} main\n` };
  }
  return undefined;
}

/** The first thing that a command said when it failed; later lines follow from it. */
function reasonOf(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: string };
  return stderr?.trim().split('\n')[0] || message;
}
