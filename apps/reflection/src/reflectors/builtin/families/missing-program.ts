import type { Failure } from '../calls.js';
import { find } from '../messages.js';
import { agreed, code, type Cluster, type Family, ofKind } from './family.js';

const PROGRAM = /^[A-Za-z0-9_][\w.+-]{0,40}$/;
const PRIVILEGE = new Set(['sudo', 'doas']);
const DASH = /^(?:\/(?:usr\/)?bin\/)?(?:da|a|k|mk|)sh: (?:line )?\d{0,6}:? ?([\w.+/-]{1,80}): not found$/;
const ENV = /^(?:\/usr\/bin\/)?env: ["'‘]?([\w.+-]{1,80})["'’]?: no such file/;
const WINDOWS = /^'?([\w.+-]{1,80})'? ?(?:: the term '[^']{1,80}' )?is not recognized as (?:an internal|the name)/;
const GO_EXEC = /exec: "([\w.+-]{1,80})": executable file not found/;
const HINT = /^command '([\w.+-]{1,80})' not found, but/;

/** A shell speaking for itself. A script or another program that misses one says so under its own name. */
const SHELL = /^(?:\/(?:usr\/)?bin\/)?(?:ba|da|z|k|mk|a|fi)?sh(?:\.exe)?: |^\(eval\):/;

/** The name that a shell says it cannot find. */
function missingName(line: string, folded: string): string | undefined {
  for (const pattern of [DASH, ENV, WINDOWS, GO_EXEC, HINT]) {
    const match = pattern.exec(folded);
    if (match) return line.slice(folded.indexOf(match[1]!), folded.indexOf(match[1]!) + match[1]!.length);
  }
  const hit = find(folded, 'command_not_found');
  if (!hit) return undefined;
  const plain = line.replace(/：\s*/g, ': ');
  const at = plain.toLowerCase().indexOf(hit.phrase);
  const after = /^:? (\S{1,80})/.exec(plain.slice(at + hit.phrase.length))?.[1];
  return (
    after ??
    plain
      .slice(0, at)
      .split(':')
      .map((part) => part.trim())
      .filter(Boolean)
      .at(-1)
  );
}

/** Where two or more origins miss it, and something installed did its work, that is named; else a safe step follows from the condition itself. */
function action(cluster: Cluster): { action: string; recovery?: string } {
  const program = cluster.slot!;
  const dropped = agreed(cluster, 1, ofKind('dropped_wrapper'));
  if (PRIVILEGE.has(program))
    return { action: 'run the command without it', ...(dropped && { recovery: 'ran without it' }) };
  const other = agreed(cluster, 1, ofKind('other_program'));
  if (other) return { action: `use ${code(other.program)} instead`, recovery: `${other.program} in its place` };
  const installed = agreed(cluster, 2, ofKind('prerequisite'));
  if (installed) return { action: `run ${code(installed.before)} first`, recovery: installed.before };
  return { action: 'do not call it; do the step with a program that is installed, or say that it is missing' };
}

export const missingProgram: Family = {
  name: 'missing program',
  see(failure: Failure, line, folded) {
    const name = missingName(line, folded);
    if (name === undefined) return undefined;
    const seen = { key: name, program: name, line, slot: name };
    if (failure.prose)
      return { ...seen, refused: { reason: 'not_a_command', detail: 'the call is talk, not a command' } };
    const other =
      GO_EXEC.test(folded) || (/^\S{1,80}: /.test(line) && !SHELL.test(line) && !line.startsWith(`${name}: `));
    if (!other && !failure.programs.includes(name))
      return { ...seen, refused: { reason: 'too_wide', detail: 'the name stands nowhere in the call as a program' } };
    if (!PROGRAM.test(name))
      return { ...seen, refused: { reason: 'run_local', detail: 'a script of the run, not a program' } };
    return seen;
  },
  write(cluster) {
    const program = cluster.slot!;
    const check = `command -v ${program}`;
    return {
      condition: `When ${code(program)} is not installed (${code(check)} prints nothing)`,
      ...action(cluster),
      check: { command: check, expect: 'prints nothing' },
    };
  },
};
