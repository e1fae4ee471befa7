#!/usr/bin/env node
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withLock } from './lock.mjs';

// Plain Node without dependencies: it makes any command work as the first one after a clone.
// It installs when node_modules is not what package-lock.json says, and compiles what changed into dist/.

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const dist = join(root, 'dist');

const oldestNode = [20, 19];
const sourceFolders = ['apps', 'libs', 'deploy/local'];
/** Run from the sources and never imported by compiled code. */
const launchers = ['prepare.mjs', 'marginalia.mjs', 'test.mjs'].map((name) => `deploy/local/${name}`);
const manifestFile = join(dist, 'build.json');

/** Installs and builds what is missing. Costs a few dozen milliseconds when nothing is. Progress goes to stderr. */
export async function prepare({ log = console.error } = {}) {
  checkNode();
  if (isInstalled() && isBuilt()) return;
  await withLock(
    join(root, '.prepare.lock'),
    async () => {
      if (!isInstalled()) await install(log);
      await build(log);
    },
    (pid) => log(`marginalia: waiting for process ${pid}, which is preparing this checkout`),
  );
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  throw new Error(
    `Marginalia needs Node.js ${oldestNode.join('.')} or newer, this is ${process.versions.node} (${process.execPath}).`,
  );
}

/** Compares package-lock.json with the record that npm leaves in node_modules once an install is complete. */
function isInstalled() {
  const installed = readJson(join(root, 'node_modules/.package-lock.json'))?.packages;
  if (!installed) return false;
  return Object.entries(readJson(join(root, 'package-lock.json')).packages).every(([path, wanted]) => {
    if (path === '') return true;
    const found = installed[path];
    return found ? found.version === wanted.version && found.integrity === wanted.integrity : wanted.optional === true;
  });
}

async function install(log) {
  const began = Date.now();
  log('marginalia: installing dependencies with npm ci (about half a minute)');
  const npm = process.env.npm_execpath ?? '';
  const [command, ...first] = basename(npm) === 'npm-cli.js' ? [process.execPath, npm] : ['npm'];
  const child = spawn(command, [...first, 'ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`npm ci ended with ${code}:\n${output.trim()}`);
  log(`marginalia: installed in ${seconds(began)}`);
}

function isBuilt() {
  const { changed, removed } = compare();
  return changed.length === 0 && removed.length === 0;
}

/** Compiles changed sources, copies other changed files beside them and removes what has no source any more. */
async function build(log) {
  const began = Date.now();
  const { tool, stamps, changed, removed } = compare();
  if (changed.length === 0 && removed.length === 0) return;
  const { transform } = await import('@swc/core');
  const options = readJson(join(root, '.swcrc'));
  const outcomes = await Promise.allSettled(changed.map((source) => buildOne(source, transform, options)));
  const failed = outcomes.flatMap((outcome, at) =>
    outcome.status === 'rejected' ? [[changed[at], outcome.reason]] : [],
  );
  for (const [source] of failed) delete stamps[source];
  removeStrays(stamps);
  replaceFile(manifestFile, JSON.stringify({ tool, stamps }));
  if (failed.length > 0) {
    throw new Error(
      failed.map(([source, reason]) => `${source} does not compile:\n${reason.message ?? reason}`).join('\n'),
    );
  }
  if (changed.length > 20) log(`marginalia: compiled ${changed.length} files in ${seconds(began)}`);
}

async function buildOne(source, transform, options) {
  const target = join(dist, outputOf(source));
  if (!isCompiled(source)) {
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(root, source), target);
    return;
  }
  const { code, map } = await transform(readFileSync(join(root, source), 'utf8'), {
    ...options,
    swcrc: false,
    configFile: false,
    filename: join(root, source),
    sourceFileName: relative(dirname(target), join(root, source)),
  });
  replaceFile(`${target}.map`, map);
  replaceFile(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`);
}

/** Sources as they are against the record of the last build: modification time and size, and what compiled them. */
function compare() {
  const built = readJson(manifestFile) ?? { tool: '', stamps: {} };
  const swc = readJson(join(root, 'node_modules/@swc/core/package.json'))?.version;
  const tool = `swc ${swc} ${readFileSync(join(root, '.swcrc'), 'utf8')}`;
  const stamps = {};
  for (const folder of sourceFolders) collect(folder, stamps);
  const changed = Object.keys(stamps).filter((path) => built.tool !== tool || built.stamps[path] !== stamps[path]);
  const removed = Object.keys(built.stamps).filter((path) => !(path in stamps));
  return { tool, stamps, changed, removed };
}

function collect(folder, stamps) {
  if (!existsSync(join(root, folder))) return;
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) collect(path, stamps);
    else if (belongs(path)) {
      const { mtimeMs, size } = statSync(join(root, path));
      stamps[path] = `${mtimeMs} ${size}`;
    }
  }
}

function belongs(path) {
  return !/\.(spec\.ts|d\.ts|d\.mts)$/.test(path) && !launchers.includes(path);
}

function isCompiled(source) {
  return source.endsWith('.ts');
}

function outputOf(source) {
  return isCompiled(source) ? source.replace(/\.ts$/, '.js') : source;
}

function removeStrays(stamps) {
  const wanted = new Set(Object.keys(stamps).map(outputOf));
  for (const folder of ['apps', 'libs', 'deploy']) {
    if (!existsSync(join(dist, folder))) continue;
    for (const entry of readdirSync(join(dist, folder), { withFileTypes: true, recursive: true })) {
      if (entry.isDirectory()) continue;
      const path = join(entry.parentPath ?? entry.path, entry.name);
      if (!wanted.has(relative(dist, path).replace(/\.js\.map$/, '.js'))) rmSync(path, { force: true });
    }
  }
}

function replaceFile(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.tmp`, content);
  renameSync(`${path}.tmp`, path);
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function seconds(began) {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`;
}

/** Runs a launcher's main part; what goes wrong is told in a sentence, not in a stack trace. */
export async function launch(main) {
  try {
    await main();
  } catch (error) {
    console.error(`marginalia: ${error.message}`);
    process.exitCode = 1;
  }
}

const invoked = process.argv[1] && pathToFileURL(realpathSync(process.argv[1])).href;
if (import.meta.url === invoked) await launch(prepare);
