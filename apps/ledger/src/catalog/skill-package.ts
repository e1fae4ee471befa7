import { createHash } from 'node:crypto';
import { parse } from 'yaml';
import { isSkill, type FieldError, type PackageFile, type SkillFile } from '#contracts';
import { lessonsSection } from '#domain';
import { refuse, type Refused } from '../commands/decision.js';

/** A package that was found right, with what its content is known by. */
export interface SkillPackage {
  skill: string;
  description: string;
  files: SkillFile[];
  /** SHA-256 over the sorted list of paths and hashes, hex. */
  skillHash: string;
  /** SHA-256 of SKILL.md, hex. */
  skillTextHash: string;
  contents: Uint8Array[];
}

export const SKILL_TEXT = 'SKILL.md';
const MAX_FILE_BYTES = 8 * 1024 * 1024;
const MAX_PACKAGE_BYTES = 16 * 1024 * 1024;
const MAX_SKILL_TEXT_BYTES = 512 * 1024;
const MAX_FRONT_MATTER = 16 * 1024;
const MAX_DESCRIPTION = 1024;
const MAX_COMPATIBILITY = 500;
const MAX_DEPTH = 16;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** Names that a file system of some agent could not keep, or would take for something else. */
const UNSAFE_SEGMENT = /^\.{1,2}$|[\u0000-\u001f\u007f\\:*?"<>|]|[. ]$|^ /u;

/** How the section of lessons begins: a SKILL.md that holds it was written by us, not by its author. */
const [SECTION_HEAD = ''] = lessonsSection([{ content: 'x', author: 'human', createdAt: '2000-01-01' }]).split('\n- [');

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/**
 * Checks a package against the Agent Skills specification (https://agentskills.io/specification) and against what is
 * safe to unpack anywhere. All faults are named at once.
 */
export function readPackage(skill: string, files: readonly PackageFile[]): SkillPackage | Refused {
  const faults: FieldError[] = [];
  const seen = new Set<string>();
  let bytes = 0;
  const read = files.map((file, index) => {
    const path = file.path.normalize('NFC');
    const fault = pathFault(path);
    if (fault !== undefined) faults.push({ path: `files[${index}].path`, reason: fault });
    // Two names that differ only in case are one file on many machines.
    if (seen.has(path.toLowerCase())) faults.push({ path: `files[${index}].path`, reason: 'the path is there twice' });
    seen.add(path.toLowerCase());
    const content = contentOf(file);
    if (content === undefined) faults.push({ path: `files[${index}].content`, reason: 'not base64' });
    const size = content?.byteLength ?? 0;
    bytes += size;
    if (size > MAX_FILE_BYTES) faults.push({ path: `files[${index}]`, reason: `over ${MAX_FILE_BYTES} bytes` });
    return { path, content: content ?? new Uint8Array() };
  });
  for (const path of clashes(seen)) faults.push({ path: 'files', reason: `${path} is a file and a folder` });
  if (bytes > MAX_PACKAGE_BYTES) faults.push({ path: 'files', reason: `over ${MAX_PACKAGE_BYTES} bytes in all` });

  const skillText = read.find(({ path }) => path === SKILL_TEXT);
  if (skillText === undefined) {
    faults.push({ path: 'files', reason: `${SKILL_TEXT} is missing from the top of the package` });
    return refuse('invalid_package', undefined, { errors: faults });
  }
  const text = utf8(skillText.content);
  if (text?.includes(SECTION_HEAD)) return refuse('materialised_package');
  const matter = text === undefined ? [`${SKILL_TEXT} is not UTF-8`] : frontMatter(skill, text);
  if (skillText.content.byteLength > MAX_SKILL_TEXT_BYTES) {
    faults.push({ path: SKILL_TEXT, reason: `over ${MAX_SKILL_TEXT_BYTES} bytes` });
  }
  if (Array.isArray(matter)) faults.push(...matter.map((reason) => ({ path: SKILL_TEXT, reason })));
  if (faults.length > 0 || Array.isArray(matter)) return refuse('invalid_package', undefined, { errors: faults });

  const sorted = [...read].sort((a, b) => (a.path < b.path ? -1 : 1));
  const listed = sorted.map(({ path, content }) => ({ path, hash: sha256(content), size: content.byteLength }));
  return {
    skill,
    description: matter.description,
    files: listed,
    skillHash: sha256(listed.map(({ path, hash }) => `${path}\0${hash}\n`).join('')),
    skillTextHash: sha256(skillText.content),
    contents: sorted.map(({ content }) => content),
  };
}

function contentOf({ content, encoding }: PackageFile): Uint8Array | undefined {
  if (encoding !== 'base64') return Buffer.from(content.toWellFormed(), 'utf8');
  return BASE64.test(content) && content.length % 4 === 0 ? Buffer.from(content, 'base64') : undefined;
}

function pathFault(path: string): string | undefined {
  if (path === '' || path.length > 400) return 'a path has 1 to 400 characters';
  const segments = path.split('/');
  if (segments.includes('')) return 'a path is relative, with single slashes between names';
  if (segments.length > MAX_DEPTH) return `at most ${MAX_DEPTH} names deep`;
  if (!path.isWellFormed() || segments.some((name) => UNSAFE_SEGMENT.test(name))) return 'the path is not portable';
  return undefined;
}

/** Paths that another path uses as a folder. */
const clashes = (paths: ReadonlySet<string>): string[] =>
  [...paths].flatMap((path) => {
    const segments = path.split('/');
    return segments.slice(1).flatMap((_, depth) => {
      const folder = segments.slice(0, depth + 1).join('/');
      return paths.has(folder) ? [folder] : [];
    });
  });

function utf8(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}

/** The fields of the front matter, or all that is wrong with it. */
function frontMatter(skill: string, text: string): { description: string } | string[] {
  const lines = text.slice(0, MAX_FRONT_MATTER).split(/\r?\n/);
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end < 0) return ['it begins with YAML front matter between two lines "---"'];
  let fields: unknown;
  try {
    fields = parse(lines.slice(1, end).join('\n'), { maxAliasCount: 0, logLevel: 'error' });
  } catch (error) {
    return [`the front matter is not YAML: ${String((error as Error).message).split('\n')[0]}`];
  }
  if (typeof fields !== 'object' || fields === null) return ['the front matter is a YAML mapping'];
  const { name, description, compatibility, license, metadata } = fields as Record<string, unknown>;
  const faults: string[] = [];
  if (!isSkill(name)) faults.push('name: 1–64 of a-z 0-9 -, no leading, trailing or doubled hyphen');
  else if (name !== skill) faults.push(`name: "${name}" is not the name of the skill, "${skill}"`);
  if (typeof description !== 'string' || description.trim() === '' || description.length > MAX_DESCRIPTION) {
    faults.push(`description: 1–${MAX_DESCRIPTION} characters`);
  }
  if (compatibility !== undefined && !isText(compatibility, MAX_COMPATIBILITY)) {
    faults.push(`compatibility: 1–${MAX_COMPATIBILITY} characters`);
  }
  if (license !== undefined && typeof license !== 'string') faults.push('license: text');
  if (metadata !== undefined && (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))) {
    faults.push('metadata: a mapping');
  }
  return faults.length > 0 ? faults : { description: (description as string).trim() };
}

const isText = (value: unknown, max: number): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= max;
