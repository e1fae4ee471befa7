import { renderSkill } from '#domain';
import fc from 'fast-check';

import { cutDeliveredText } from './delivered-text.js';

const skill = '---\nname: bash\ndescription: Shell work.\n---\n\n# Bash\n\nWhen a command fails, say "error: x".\n';
const rendered = renderSkill(skill, [
  {
    content: 'When sudo is not found, run the command directly.',
    author: 'machine',
    createdAt: '2026-11-29T10:00:00.000Z',
  },
  { content: '部署前不要运行 migrate。', author: 'human', createdAt: '2026-11-30T10:00:00.000Z' },
]);
const notes = ['When sudo is not found, run the command directly.', '部署前不要运行 migrate。'];

describe('cutDeliveredText', () => {
  it('cuts a rendered skill out of its surroundings', () => {
    expect(cutDeliveredText(`Loaded.\n${rendered}What I did then\n`)).toEqual({
      text: 'Loaded.\nWhat I did then\n',
      notes,
    });
  });

  it('cuts a skill without lessons', () => {
    expect(cutDeliveredText(skill)).toEqual({ text: '', notes: [] });
  });

  it('cuts it inside JSON', () => {
    const { text, notes: found } = cutDeliveredText(
      JSON.stringify({ skill: 'bash', content: rendered, position: '7' }),
    );
    expect(text).toBe('{"skill":"bash","content":"","position":"7"}');
    expect(found).toEqual(notes);
  });

  it('cuts a section and single lines, also with line numbers before them', () => {
    const section = rendered.slice(rendered.indexOf('## Agent-specific'));
    expect(cutDeliveredText(`before\n${section}`)).toEqual({ text: 'before\n', notes });
    const numbered = section.split('\n').map((line, at) => `${String(at + 9).padStart(5)}→${line}`).join('\n'); // prettier-ignore
    expect(cutDeliveredText(numbered).notes).toEqual(notes);
    expect(cutDeliveredText('I know:\n- [2026-11-29] When x, do y.\nbye')).toEqual({
      text: 'I know:\nbye',
      notes: ['When x, do y.'],
    });
  });

  it('leaves other text alone', () => {
    for (const text of [
      '- [ ] todo',
      'name: x\n---\n',
      '## Agent-specific additions\nof our own',
      '---\nname: ci\non: push\n',
    ]) {
      expect(cutDeliveredText(text)).toEqual({ text, notes: [] });
    }
  });

  it('is the same after a second time', () => {
    const pieces = fc.constantFrom('---', 'name: a', 'description: b', '\n', '\\n', '"', '## Agent-specific additions', 'Dated notes for this agent', '- [2026-11-29] x', ' '); // prettier-ignore
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 25 }), (parts) => {
        const once = cutDeliveredText(parts.join('')).text;
        expect(cutDeliveredText(once).text).toBe(once);
      }),
    );
  });

  it.each([
    '---\n',
    '---\nname: a\n',
    '## Agent-specific additions\n',
    '- [2026-11-29] x\n',
    '\\n',
    'name:',
    '- [2026-11-29',
  ])('reads a megabyte of %j', (piece) => {
    expect(() => cutDeliveredText(piece.repeat(Math.ceil(1_000_000 / piece.length)))).not.toThrow();
  });
});
