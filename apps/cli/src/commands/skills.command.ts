import type { Command } from 'commander';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { isUtf8 } from 'node:buffer';
import { problemOf, type PackageFile } from '#contracts';
import { UsageError } from '../cli.config.js';
import { table, type Session } from '../session.js';

export function skillsCommand(program: Command, session: Session): void {
  const skills = program.command('skills').description('the catalogue');
  skills
    .command('sync')
    .description('publish every skill package below a folder; unchanged ones stay as they are')
    .argument('<dir>', 'a folder of skill folders, or one skill folder')
    .option('--dry-run', 'show the plan only')
    .action(async (dir: string, { dryRun }: { dryRun?: boolean }) => {
      const packages = await packagesIn(resolve(dir));
      if (packages.length === 0) throw new UsageError(`no SKILL.md in ${dir} or in a folder of it`);
      const client = session.client();
      const known = new Map(
        (await client.ask('ledger.catalog.skills', { limit: 1000 })).skills.map((skill) => [skill.skill, skill]),
      );
      const done: { skill: string; action: string; version?: number; detail?: string }[] = [];
      for (const path of packages) {
        const skill = basename(path);
        const before = known.get(skill);
        if (dryRun) {
          done.push({
            skill,
            action: before === undefined ? 'would create' : `would compare with version ${before.version}`,
          });
          continue;
        }
        try {
          const reply = await client.ask('ledger.catalog.publish', { skill, files: await filesOf(path) });
          const action = before === undefined ? 'created' : before.version === reply.version ? 'unchanged' : 'updated';
          done.push({ skill, action, version: reply.version });
        } catch (error) {
          const problem = problemOf(error);
          if (problem === undefined) throw error;
          const detail = [problem.detail, ...(problem.errors ?? []).map((e) => `${e.path}: ${e.reason}`)].join('; ');
          done.push({ skill, action: `refused ${problem.code}`, detail });
          process.exitCode = 1;
        }
      }
      session.print({ skills: done }, () =>
        table(
          done.map(({ skill, action, version, detail }) => [
            skill,
            action,
            detail ?? (version === undefined ? '' : `version ${version}`),
          ]),
        ),
      );
    });
  skills
    .command('list')
    .description('all skills')
    .action(async () => {
      const reply = await session.client().ask('ledger.catalog.skills', { limit: 1000 });
      session.print(reply, () =>
        table(
          reply.skills.map((s) => [
            s.skill,
            `v${s.version}`,
            s.archived ? 'archived' : s.default ? 'on' : 'off',
            s.description,
          ]),
        ),
      );
    });
  skills
    .command('view')
    .description('the skill as an agent gets it')
    .argument('<skill>')
    .requiredOption('--agent <agent>')
    .action(async (skill: string, { agent }: { agent: string }) => {
      const reply = await session.client('runtime').ask('delivery.view', { skill }, agent);
      if ('notModified' in reply) return;
      session.print(reply, () => reply.content);
    });
}

/** Folders that hold a SKILL.md: `dir` itself, or its direct folders. */
async function packagesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => {
    throw new UsageError(`cannot read the folder ${dir}`);
  });
  if (entries.some((entry) => entry.isFile() && entry.name === 'SKILL.md')) return [dir];
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    const inner = await readdir(join(dir, entry.name));
    if (inner.includes('SKILL.md')) found.push(join(dir, entry.name));
  }
  return found.sort();
}

/** Every file of a package; hidden files, and links, which could lead out of it, are left alone. */
async function filesOf(path: string): Promise<PackageFile[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files: PackageFile[] = [];
  for (const entry of entries) {
    const full = join(entry.parentPath, entry.name);
    const inside = relative(path, full).split(sep).join('/');
    if (!entry.isFile() || inside.split('/').some((part) => part.startsWith('.'))) continue;
    const bytes = await readFile(full);
    const encoding = isUtf8(bytes) ? 'utf8' : 'base64';
    files.push({ path: inside, content: bytes.toString(encoding), encoding });
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}
