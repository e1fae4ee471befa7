import { commandsOf, decidingCommands, parseShell, type RunningCommand } from '#domain';
import type { CallItem } from '#contracts';

/** What the class rules read of a call. */
export interface CallText {
  /** Shell command, where the call is one; tools that run a shell carry it in their arguments. */
  command: string | undefined;
  /** As reported, or as the tool's output says. */
  exitCode: number | undefined;
  output: string;
  /** Head and tail of the output, whose lines the rules read; what lies between is no message about the call itself. */
  lines: string[];
  /** Every command of the line. */
  commands: RunningCommand[];
  /** Commands whose exit code may be that of the whole. */
  deciding: RunningCommand[];
}

const HEAD = 3_000;
const TAIL = 5_000;
const SHELL_TOOL =
  /^(?:bash|shell|sh|zsh|terminal|exec|execute|run|cmd|powershell|command|local_shell|container\.exec)(?:[_.-]?[a-z]{0,16}){0,2}$/i;
const EXIT_CODE =
  /^(?:error: )?(?:process |command )?(?:exit(?:ed)?|return|status)[ _-]?(?:with )?(?:code|status)?[ :=]{1,3}(-?\d{1,10})\b/i;

export function textOf(call: CallItem): CallText {
  const output = call.output;
  const command = call.type === 'command' ? call.command : shellArgument(call.name, call.arguments);
  const script = command === undefined ? undefined : parseShell(command);
  const said = call.type === 'tool' ? EXIT_CODE.exec(output.slice(0, 200).trimStart())?.[1] : undefined;
  return {
    command,
    exitCode: call.type === 'command' ? (call.exitCode ?? undefined) : said === undefined ? undefined : Number(said),
    output,
    lines: linesOf(output),
    commands: script ? commandsOf(script) : [],
    deciding: script ? decidingCommands(script) : [],
  };
}

function shellArgument(name: string, value: unknown): string | undefined {
  if (!SHELL_TOOL.test(name) || typeof value !== 'object' || value === null) return undefined;
  const { command, cmd, script } = value as Record<string, unknown>;
  const found = command ?? cmd ?? script;
  if (typeof found === 'string') return found;
  return Array.isArray(found) && found.every((word) => typeof word === 'string') ? found.join(' ') : undefined;
}

function linesOf(output: string): string[] {
  const read = output.length <= HEAD + TAIL ? output : `${output.slice(0, HEAD)}\n${output.slice(-TAIL)}`;
  return read.split('\n').filter((line) => line.trim() !== '');
}
