import { parseShell, type ShellPipeline, type ShellScript, type ShellStage } from './shell-script.js';

/** A command with what only wraps it taken off: `sudo -u x timeout 5 grep …` is grep. */
export interface RunningCommand {
  /** Base name of the program that does the work; empty where a stage only assigns. */
  program: string;
  /** Program and its arguments, unquoted. */
  words: string[];
  /** Base names of the wrappers, outermost first. */
  wrappers: string[];
  /** Of `bash -c '…'`, `eval '…'` and their like. */
  script?: ShellScript;
  /** Of `find … -exec grep … +`. */
  executes: RunningCommand[];
}

/** Wrappers and their options that take a value of their own. */
const WRAPPERS: Record<string, string[]> = {
  env: ['-u', '--unset', '-C', '--chdir', '-S'],
  sudo: ['-u', '-g', '-h', '-p', '-C', '-r', '-t', '--user', '--group'],
  doas: ['-u', '-C'],
  nohup: [],
  nice: ['-n', '--adjustment'],
  ionice: ['-c', '-n', '-p'],
  stdbuf: ['-i', '-o', '-e'],
  time: ['-f', '-o'],
  timeout: ['-k', '-s', '--kill-after', '--signal'],
  gtimeout: ['-k', '-s'],
  setsid: [],
  chronic: [],
  unbuffer: [],
  exec: ['-a'],
  builtin: [],
  command: [],
  xargs: ['-I', '-n', '-P', '-L', '-d', '-a', '-E', '-s', '--max-args', '--max-procs', '--delimiter'],
  parallel: ['-j', '-I'],
};
const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'busybox']);
const EXEC_FLAGS = new Set(['-exec', '-execdir', '-ok', '-okdir']);
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;
/** Heads of compound commands; what they run stands in the stages after them. */
const HEADS = new Set(['for', 'select', 'case', 'function']);
/** Scripts within scripts, and wrappers around wrappers, that are followed. */
const MAX_NESTING = 8;

/** The last part of a path, without `.exe`; a program called `/usr/bin/grep` is grep. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.exe$/i, '');

export function runningCommand(stage: Pick<ShellStage, 'words'>, executes = true): RunningCommand {
  const wrappers: string[] = [];
  let words = stage.words;
  while (wrappers.length < MAX_NESTING) {
    const name = baseName(words[0] ?? '');
    const valued = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
    if (!valued || (name === 'command' && /^-[vV]/.test(words[1] ?? ''))) break;
    const inner = withoutOptions(name, words, valued);
    if (inner.length === 0) break;
    wrappers.push(name);
    words = inner;
  }
  const program = HEADS.has(words[0] ?? '') ? '' : baseName(words[0] ?? '');
  const script = inlineScript(program, words);
  return { program, words, wrappers, executes: executes ? executed(program, words) : [], ...(script && { script }) };
}

function withoutOptions(name: string, words: string[], valued: string[]): string[] {
  let at = 1;
  for (; at < words.length; at++) {
    const word = words[at]!;
    if (word === '--') return words.slice(at + 1);
    if (name === 'env' && ASSIGNMENT.test(word)) continue;
    if (name === 'sudo' && ASSIGNMENT.test(word)) continue;
    if (!word.startsWith('-') || word === '-') break;
    if (valued.includes(word)) at++;
  }
  // The duration of `timeout 30 make`.
  if (name.endsWith('timeout')) at++;
  return words.slice(at);
}

function inlineScript(program: string, words: string[]): ShellScript | undefined {
  if (program === 'eval') return parseShell(words.slice(1).join(' '));
  if (!SHELLS.has(program)) return undefined;
  const flag = words.findIndex((word, at) => at > 0 && /^-[a-z]{0,6}c[a-z]{0,6}$/.test(word));
  const text = flag < 0 ? undefined : words[flag + 1];
  return text === undefined ? undefined : parseShell(text);
}

function executed(program: string, words: string[]): RunningCommand[] {
  if (program !== 'find' && program !== 'fd') return [];
  const found: RunningCommand[] = [];
  for (let at = 0; at < words.length; at++) {
    if (!EXEC_FLAGS.has(words[at]!)) continue;
    let end = at + 1;
    while (end < words.length && words[end] !== ';' && words[end] !== '+') end++;
    const inner = words.slice(at + 1, end);
    if (inner.length > 0) found.push(runningCommand({ words: inner }, false));
    at = end;
  }
  return found;
}

/** Every command of a script in order, those in substitutions, `-c` scripts and `-exec` too. */
export function commandsOf(script: ShellScript, nesting = 0): RunningCommand[] {
  if (nesting > MAX_NESTING) return [];
  return script.pipelines.flatMap(({ stages }) =>
    stages.flatMap((stage) => {
      const command = runningCommand(stage);
      return [
        ...(command.program === '' ? [] : [command]),
        ...command.executes,
        ...[command.script, ...command.executes.map((inner) => inner.script), ...stage.substitutions].flatMap(
          (inner) => (inner ? commandsOf(inner, nesting + 1) : []),
        ),
      ];
    }),
  );
}

/** Base names of all programs that a command line runs, wrappers included, each once, in order of appearance. */
export function programsOf(command: string): string[] {
  return [...new Set(commandsOf(parseShell(command)).flatMap(({ wrappers, program }) => [...wrappers, program]))];
}

/**
 * The commands whose exit code may be that of the whole: the last stage of the last pipeline, and those before it that
 * an `&&` lets through. With `set -e` or `pipefail` any may be it.
 */
export function decidingCommands(script: ShellScript, nesting = 0): RunningCommand[] {
  if (nesting > MAX_NESTING) return [];
  const all = script.pipelines;
  const strict = all.some(({ stages }) => stages.some(({ words }) => isStrict(words)));
  const chosen = strict ? all.flatMap(({ stages }) => stages) : lastRun(all).flatMap(({ stages }) => stages.slice(-1));
  return chosen.flatMap((stage) => {
    const command = runningCommand(stage);
    return command.script ? decidingCommands(command.script, nesting + 1) : command.program === '' ? [] : [command];
  });
}

function lastRun(pipelines: ShellPipeline[]): ShellPipeline[] {
  const found: ShellPipeline[] = [];
  for (let at = pipelines.length - 1; at >= 0; at--) {
    const pipeline = pipelines[at]!;
    found.unshift(pipeline);
    // `grep … || exit 1` passes the answer of grep on.
    const passesOn = pipeline.join === 'or' && /^(?:exit|return|false)$/.test(pipeline.stages.at(-1)!.words[0] ?? '');
    if (pipeline.join !== 'and' && !passesOn) break;
  }
  return found;
}

function isStrict(words: string[]): boolean {
  if (words[0] !== 'set') return false;
  return words.some(
    (word, at) => at > 0 && (/^-[a-z]{0,8}e[a-z]{0,8}$/.test(word) || word === 'pipefail' || word === 'errexit'),
  );
}
