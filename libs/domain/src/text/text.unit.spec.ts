import { countTokens } from './tokens.js';
import { fold, isBlank, normaliseSpace, sameText } from './fold.js';
import { proseWords } from './prose.js';
import { sentencesOf } from './sentences.js';

describe('fold', () => {
  it.each([
    ['full width', 'ｈｔｔｐｓ：／／drop', 'https://drop'],
    ['zero width and soft hyphen', 'in\u200Bstruc\u00ADtions', 'instructions'],
    ['bidi, tags and variation selectors', 'a\u202Eb\u{E0041}c\uFE0F', 'abc'],
    ['a word of mixed script', 'іgnоrе', 'ignore'],
    ['look-alike words in Latin text', 'please сору the file', 'please copy the file'],
    ['look-alike punctuation', 'a∕b', 'a/b'],
  ])('%s', (_what, text, folded) => expect(fold(text)).toBe(folded));

  it.each(['Не трогай файл', 'Größe prüfen', 'trước khi triển khai', '部署前不要运行 migrate'])('leaves %s', (text) =>
    expect(fold(text)).toBe(text.normalize('NFKC')),
  );

  it('sees that nothing is left', () => {
    expect(['', ' \n', ' \u200B \n', '\u2800', '\u3164', '\u{E0041}'].map(isBlank)).not.toContain(false);
    expect(isBlank('.')).toBe(false);
  });

  it('compares in folded form, case and white space', () => {
    expect(sameText('Render  the page', ' render the PAGE\n')).toBe(true);
    expect(normaliseSpace('\ta \n b ')).toBe('a b');
  });
});

describe('sentencesOf', () => {
  it.each([
    [2, 'Extract into a folder of your own, e.g. one made by mktemp -d. Check with `ls -ld`.'],
    [1, 'If node v20.11.1 reads README.md in lib/a.b.c, stop.'],
    [4, 'If the run fails, stop. Read the log. Fix the path. Run it again.'],
    [4, 'stop. read the log. fix the path. run it again.'],
    [1, "When it prints 'Try again.' or 'Stop!' twice, wait."],
    [1, 'Run `a. B. C.` first.'],
    [2, '先渲染页面。再重试。'],
    [3, 'One\ntwo\n- three'],
  ])('counts %i in %j', (count, text) => expect(sentencesOf(text)).toHaveLength(count));
});

it('counts tokens of o200k_base, special ones as text', () => {
  expect(countTokens('hello world')).toBe(2);
  expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
});

it('keeps the words of the prose only', () => {
  expect(proseWords("When `git log` shows 'fatal: bad object', run src/fix.py --all v1.2 twice.")).toEqual([
    'When',
    'shows',
    'run',
    'twice',
  ]);
});
