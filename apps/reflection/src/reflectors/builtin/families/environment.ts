import type { EvidenceRecord } from '#contracts';
import type { Failure } from '../calls.js';
import { says } from '../messages.js';
import { agreed, code, type Cluster, type Family, NO_RECOVERY, ofKind } from './family.js';

const SYSTEM =
  /(?:^|[\s'"‘`(:])(\/(?:etc|usr|opt|var|srv|bin|sbin|lib|boot|root|mnt|media|proc|sys)(?:\/[a-z][a-z0-9-]{0,20})?)(?=[/\s'"’:)]|$)/;
/** The system folder that a message speaks of: it is the same on the next run. */
const systemFolder = (line: string): string | undefined => SYSTEM.exec(line)?.[1];
const shared = (cluster: Cluster): string | undefined => {
  const folders = new Set(cluster.failures.map((failure) => failure.lines.map(systemFolder).find(Boolean)));
  return folders.size === 1 ? [...folders][0] : undefined;
};

/** A file system that takes no writes: the message has one cause. */
export const readOnlyTarget: Family = {
  name: 'read-only target',
  see(_failure, line, folded) {
    return says(folded, 'read_only') ? { key: 'read-only', program: 'shell', line } : undefined;
  },
  write(cluster) {
    const folder = shared(cluster);
    const where = folder ? ` under ${code(folder)}` : '';
    const moved = agreed(cluster, 1, ofKind('other_folder'));
    return {
      condition: `When a write${where} fails with 'Read-only file system'`,
      action: 'write to a folder that takes writes instead of trying again',
      ...(moved && { recovery: 'wrote to another folder' }),
    };
  },
};

const WRITES = /cannot (?:create|touch|remove|open|move|copy|make)|create|write|mkdir|>\s?$/i;

/** Denied: wide as a message, narrow with what was denied. */
export const denied: Family = {
  name: 'permission denied',
  see(failure, line, folded) {
    if (!says(folded, 'permission_denied')) return undefined;
    const script = failure.programs.find((program) => program.includes('/') && line.includes(program));
    if (script) return { key: 'script', program: 'shell', line };
    const folder = systemFolder(line);
    const writes = WRITES.test(line) || / >{1,2} ?\S/.test(failure.text);
    if (folder && writes)
      return { key: `write ${folder}`, program: failure.programs[0] ?? 'shell', line, slot: folder };
    return undefined;
  },
  write(cluster) {
    if (cluster.slot === undefined) {
      const way = agreed(cluster, 1, ofKind('interpreter'));
      return way
        ? {
            condition: "When a script of the run fails with 'Permission denied'",
            action: `start it through its interpreter, as in ${code(way.program)} and then the script`,
            recovery: way.program,
          }
        : NO_RECOVERY;
    }
    if (!agreed(cluster, 1, ofKind('other_folder'))) return NO_RECOVERY;
    return {
      condition: `When a write under ${code(cluster.slot)} fails with 'Permission denied'`,
      action: 'write to a folder that you own instead',
      recovery: 'wrote to another folder',
    };
  },
};

const PORT = /(?:port |:)(\d{2,5})\b/i;

export const portInUse: Family = {
  name: 'port in use',
  see(_failure, line, folded) {
    return says(folded, 'address_in_use') ? { key: 'port', program: 'shell', line } : undefined;
  },
  write(cluster) {
    const ports = new Set(
      cluster.failures.map(
        (failure) => failure.lines.map((line) => PORT.exec(line)?.[1]).find(Boolean) ?? PORT.exec(failure.text)?.[1],
      ),
    );
    const port = ports.size === 1 ? [...ports][0] : undefined;
    return {
      condition: `When a server cannot start because ${port ? `port ${port}` : 'its port'} is already in use`,
      action: 'start it on a free port, or stop your own earlier server first, instead of trying the same port again',
    };
  },
};

const MODULES = [
  /ModuleNotFoundError: No module named ['"]([\w.-]{1,80})['"]/,
  /ImportError: No module named ['"]?([\w.-]{1,80})/,
  /No module named ([\w-]{1,80})$/,
  /Cannot find (?:module|package) ['"]((?:@[\w.-]{1,60}\/)?[\w.-]{1,80})['"]/,
  /cannot load such file -- ([\w/-]{1,80})/,
  /Can't locate ([\w/]{1,80})\.pm in @INC/,
  /there is no package called ['"‘]([\w.]{1,80})/,
];

function moduleIn(line: string): string | undefined {
  for (const pattern of MODULES) {
    const name = pattern.exec(line)?.[1];
    if (name) return name.split('.')[0];
  }
  return undefined;
}

/** Whether the run itself has a file or folder of that name: its own code, no package. */
function madeByJob(job: EvidenceRecord, module: string): boolean {
  const file = new RegExp(`(?:^|[\\s/'"])${module.replace(/\W/g, '.')}(?:/|\\.(?:py|js|ts|rb|pm)\\b)`);
  return job.items.slice(0, ITEMS_SEARCHED).some((item) => {
    if (item.type === 'command') return file.test(item.command.slice(0, TEXT_SEARCHED));
    return item.type === 'tool' && file.test(JSON.stringify(item.arguments).slice(0, TEXT_SEARCHED));
  });
}
const ITEMS_SEARCHED = 500;
const TEXT_SEARCHED = 8_000;

/** The interpreter that could not load it: the program of the call that is one, else the first. */
const interpreterOf = (failure: Failure): string =>
  failure.programs.find((program) =>
    /^(?:python[\d.]*|pytest|node|npx|ruby|perl|Rscript|uv|deno|bun)$/.test(program),
  ) ??
  failure.programs[0] ??
  failure.tool ??
  'shell';

export const missingModule: Family = {
  name: 'missing module',
  see(failure, line) {
    const module = moduleIn(line);
    if (!module) return undefined;
    const program = interpreterOf(failure);
    const seen = { key: `${program} ${module}`, program, line, slot: module };
    const own = madeByJob(failure.job, module);
    return own ? { ...seen, refused: { reason: 'run_local', detail: 'a module of the run itself' } } : seen;
  },
  write(cluster) {
    const condition = `When ${code(cluster.program)} cannot load the module ${code(cluster.slot!)}`;
    const way = agreed(cluster, 1, ofKind('prerequisite', 'other_program'));
    if (!way) return NO_RECOVERY;
    return way.kind === 'prerequisite'
      ? { condition, action: `run ${code(way.before)} first`, recovery: way.before }
      : { condition, action: `use ${code(way.program)} instead`, recovery: way.program };
  },
};

export const wrongEncoding: Family = {
  name: 'encoding',
  see(failure, line, folded) {
    if (!says(folded, 'undecodable')) return undefined;
    const program = interpreterOf(failure);
    return { key: `${program} ${folded.includes('encode') ? 'encode' : 'decode'}`, program, line };
  },
  write(cluster) {
    const condition = `When ${code(cluster.program)} stops at bytes that are not in the expected encoding`;
    const way = agreed(cluster, 1, ofKind('environment', 'other_program'));
    if (way?.kind === 'environment')
      return { condition, action: `set ${code(way.assignment)} for the call`, recovery: way.assignment };
    if (way) return { condition, action: `use ${code(way.program)} instead`, recovery: way.program };
    return { condition, action: 'find out the encoding of the file first and name it in the call' };
  },
};
