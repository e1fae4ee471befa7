import { lessonsSection } from '#domain';
import { readPackage } from './skill-package.js';

const skillText = (front = 'name: bash\ndescription: How to use the shell', body = '# Bash\n') =>
  `---\n${front}\n---\n${body}`;
const read = (files: { path: string; content: string; encoding?: 'utf8' | 'base64' }[], skill = 'bash') =>
  readPackage(skill, files);
const faultsOf = (...files: Parameters<typeof read>[0]): string[] => {
  const result = read(files);
  if (!('refused' in result)) throw new Error('the package was taken');
  expect(result.refused.code).toBe('invalid_package');
  return (result.refused.errors ?? []).map(({ reason }) => reason);
};
const text = { path: 'SKILL.md', content: skillText() };

describe('skill package', () => {
  it('is known by its files alone, in whatever order they come', () => {
    const one = read([text, { path: 'scripts/a.sh', content: 'ls' }]);
    const other = read([{ path: 'scripts/a.sh', content: 'bHM=', encoding: 'base64' }, text]);
    expect(one).toEqual(other);
    expect(one).toMatchObject({ description: 'How to use the shell', files: [{ path: 'SKILL.md' }, { size: 2 }] });
    const changed = read([text, { path: 'scripts/b.sh', content: 'ls' }]);
    expect(changed).not.toMatchObject({ skillHash: (one as { skillHash: string }).skillHash });
    expect(changed).toMatchObject({ skillTextHash: (one as { skillTextHash: string }).skillTextHash });
  });

  it('takes further fields of the specification', () => {
    const front =
      'name: bash\ndescription: >-\n  Long\n  text\nlicense: MIT\ncompatibility: Debian\nmetadata:\n  a: b\nallowed-tools: Bash';
    expect(read([{ path: 'SKILL.md', content: skillText(front) }])).toMatchObject({ description: 'Long text' });
  });

  it.each([
    ['no front matter', '# Bash'],
    ['front matter without end', '---\nname: bash'],
    ['no YAML', skillText('name: [')],
    ['another name', skillText('name: fish\ndescription: x')],
    ['a bad name', skillText('name: -bash\ndescription: x')],
    ['no description', skillText('name: bash')],
    ['an empty description', skillText('name: bash\ndescription: " "')],
    ['a long description', skillText(`name: bash\ndescription: ${'x'.repeat(1025)}`)],
    ['aliases', skillText('a: &x [1]\nb: *x\nname: bash\ndescription: x')],
  ])('refuses %s', (_what, content) => {
    expect(faultsOf({ path: 'SKILL.md', content })).toHaveLength(1);
  });

  it.each(['/etc/passwd', '../up', 'a/../b', 'a//b', 'a\\b', 'C:x', 'a/', 'tab\there', '.', 'dot.'])(
    'refuses the path %j',
    (path) => {
      expect(faultsOf(text, { path, content: '' })).not.toEqual([]);
    },
  );

  it('refuses what no file system can hold both of', () => {
    expect(faultsOf(text, { path: 'a', content: '' }, { path: 'A', content: '' })).toEqual(['the path is there twice']);
    expect(faultsOf(text, { path: 'a', content: '' }, { path: 'a/b', content: '' })).toEqual([
      'a is a file and a folder',
    ]);
  });

  it('names all faults at once', () => {
    expect(faultsOf({ path: '../x', content: '' }, { path: 'y', content: '?', encoding: 'base64' })).toHaveLength(3);
  });

  it('refuses a folder that we wrote', () => {
    const written = skillText() + lessonsSection([{ content: 'x', author: 'machine', createdAt: '2026-11-01' }]);
    expect(read([{ path: 'SKILL.md', content: written }])).toMatchObject({ refused: { code: 'materialised_package' } });
  });
});
