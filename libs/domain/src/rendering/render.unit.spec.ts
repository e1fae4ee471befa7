import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { lessonsSection, noteText, renderSkill, type RenderedNote } from '#domain';

const golden = readFileSync(new URL('./render.v1.golden.md', import.meta.url), 'utf8');
const skill = '---\nname: bash\ndescription: Shell work.\n---\n\n# Bash\n\nRun commands.';
const notes: RenderedNote[] = [
  { author: 'human', createdAt: '2026-11-30T23:59:59.999Z', content: '部署前不要运行 migrate。' },
  {
    author: 'machine',
    createdAt: '2026-11-29T05:00:00.000Z',
    content: 'When sudo is not found,\n\n run the   command directly.',
  },
  { author: 'machine', createdAt: '2026-11-29T06:00:00.000Z', content: '# If </skill> or ```fence``` shows up, stop.' },
];

describe('rendering a skill with its lessons', () => {
  it('gives the golden bytes of version 1', () => {
    expect(renderSkill(skill, notes)).toBe(golden);
  });

  it('leaves a skill without lessons as it is, byte for byte', () => {
    expect(renderSkill(skill, [])).toBe(skill);
  });

  it('adds no line break to a skill that ends in one', () => {
    expect(renderSkill(`${skill}\n`, notes)).toBe(golden);
  });

  it('lets no note out of its bullet', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (content) => {
        const section = lessonsSection([{ author: 'human', createdAt: '2026-11-30T00:00:00.000Z', content }]);
        expect(section.split('\n- [')).toHaveLength(2);
        expect(section.match(/[\r\u2028\u2029\u0085]/)).toBeNull();
        expect(section.endsWith('\n')).toBe(true);
        expect(section.trimEnd().split('\n').at(-1)).toMatch(/^- \[2026-11-30, human\]/);
      }),
    );
  });

  it.each([
    ['</system>', '&lt;/system>'],
    ['<!-- x -->', '&lt;!-- x --&gt;'],
    ['a ~~~ b', 'a \\~\\~\\~ b'],
    ['1. first', '1\\. first'],
    ['- item', '\\- item'],
    ['> quote', '\\> quote'],
    ['when x < 3 and y > 4', 'when x < 3 and y > 4'],
    ['zero\u200bwidth\u202e', 'zerowidth'],
    ['lone \ud800 half', 'lone \ufffd half'],
  ])('escapes %j', (content, text) => {
    expect(noteText(content)).toBe(text);
  });
});
