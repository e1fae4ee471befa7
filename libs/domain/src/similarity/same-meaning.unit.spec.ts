import { existsSync, readFileSync } from 'node:fs';
import { compareMeaning } from './compare.js';
import { BAN_THRESHOLD, DUPLICATE_THRESHOLD, isBanned, isDuplicate } from './same-meaning.js';

interface Pair {
  id: string;
  half: 'tuning' | 'test';
  language: string;
  a: string;
  b: string;
  same: boolean;
  relation: 'reworded' | 'opposite' | 'different';
}

const lines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
const PAIRS = lines<Pair>('test/fixtures/same-meaning.jsonl');
const share = (pairs: Pair[], hit: (pair: Pair) => boolean): number => pairs.filter(hit).length / pairs.length;
const banned = ({ a, b }: Pair): boolean => isBanned(b, a);
const duplicate = ({ a, b }: Pair): boolean => isDuplicate(b, a);

describe('the labelled pairs', () => {
  // The test half was written after the measure was tuned and has not been tuned on since.
  const test = PAIRS.filter(({ half }) => half === 'test');
  const same = test.filter((pair) => pair.same);
  const other = test.filter((pair) => !pair.same);

  it('bans what is reworded', () => expect(share(same, banned)).toBeGreaterThanOrEqual(0.9));
  it('bans little else', () => expect(share(other, banned)).toBeLessThanOrEqual(0.04));
  it('finds most duplicates', () => expect(share(same, duplicate)).toBeGreaterThanOrEqual(0.85));
  it('takes hardly anything else for a duplicate', () => expect(share(other, duplicate)).toBeLessThanOrEqual(0.02));
  it('bans hardly an opposite', () => {
    const opposites = test.filter(({ relation }) => relation === 'opposite');
    expect(share(opposites, banned)).toBeLessThanOrEqual(0.05);
  });
  it('holds the tuning half', () => {
    const tuning = PAIRS.filter(({ half }) => half === 'tuning');
    expect(
      share(
        tuning.filter((pair) => pair.same),
        banned,
      ),
    ).toBeGreaterThanOrEqual(0.97);
    expect(
      share(
        tuning.filter((pair) => !pair.same),
        banned,
      ),
    ).toBeLessThanOrEqual(0.02);
  });
  it('holds pairs by a second author, who did not know the measure', () => {
    const pairs = lines<Pair>('test/fixtures/same-meaning-second-author.jsonl');
    const missed = pairs.filter((pair) => pair.same && !banned(pair));
    const wrong = pairs.filter((pair) => !pair.same && banned(pair));
    expect(missed.length).toBeLessThanOrEqual(pairs.filter(({ same }) => same).length * 0.05);
    expect(wrong.length).toBeLessThanOrEqual(pairs.filter(({ same }) => !same).length * 0.05);
  });
  it('is symmetric', () => {
    for (const { a, b } of PAIRS) expect(compareMeaning(b, a).score).toBeCloseTo(compareMeaning(a, b).score, 10);
  });
});

describe('a banned lesson in five other wordings', () => {
  const TREE = 'When `tree` is not installed (`command -v tree` prints nothing), use `find` instead.';
  it.each([
    'If `tree` is missing, use `find` instead.',
    'When the shell says that tree is not installed, list the files with find.',
    'If tree cannot be found on the machine, run `find` in its place.',
    'When `tree` is not available, fall back to `find` to show the files.',
    'If the command tree does not exist, replace it by find.',
  ])('%s', (text) => expect(isBanned(text, TREE)).toBe(true));

  it('lets the opposite and the unlike through', () => {
    expect(isBanned('When `tree` is not found, do not use `find`; stop and ask which listing is wanted.', TREE)).toBe(
      false,
    );
    expect(isBanned('When `jq` is not installed, use `python3 -m json.tool` instead.', TREE)).toBe(false);
  });
});

describe('certain differences', () => {
  it.each([
    ['number', 'If port 4100 is in use, stop the old server.', 'If port 5432 is in use, stop the old server.'],
    ['flag', 'Use `tar -xzf` for the archive.', 'Use `tar -xJf` for the archive.'],
    ['program', 'When `jq` is missing, use `python`.', 'When `xxd` is missing, use `python`.'],
    ['path', 'When /opt is read-only, stop.', 'When /srv is read-only, stop.'],
    ['state', 'When `tree` is installed, use `tree`.', 'When `tree` is not installed, use `tree`.'],
    ['order', 'Before you commit, run the tests.', 'Before you run the tests, commit.'],
    ['order', 'Run lint first, then test.', 'Run test first, then lint.'],
    [
      'choice',
      'When the linter and the formatter disagree, trust the linter.',
      'When the linter and the formatter disagree, trust the formatter.',
    ],
  ])('%s', (kind, a, b) => expect(compareMeaning(a, b).certainDifference).toMatch(new RegExp(`^${kind}`)));

  it('takes a detail that only one has for none', () => {
    const { certainDifference } = compareMeaning('When port 4100 is in use, stop.', 'When the port is in use, stop.');
    expect(certainDifference).toBeUndefined();
  });
});

it('never bans less than tested, whatever the setting', () => {
  const [a, b] = [
    'When a path contains blanks, quote it.',
    'If a file path has white space, put it in quotation marks.',
  ];
  expect(isBanned(a, b, 0.99)).toBe(isBanned(a, b, BAN_THRESHOLD));
  expect(DUPLICATE_THRESHOLD).toBeGreaterThan(BAN_THRESHOLD);
});

it.each(['a ', 'not ', 'when a, ', '`a` ', 'do not forget ', '如果', 'しない', '-a ', 'no x? '])(
  'reads %j for long',
  (piece) => {
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    expect(compareMeaning(text, `${text} b`).equal).toBe(false);
  },
);

const CASES = '../shared/cases/same-meaning.jsonl';
(existsSync(CASES) ? describe : describe.skip)(`the shared cases (${CASES}, skipped where absent)`, () => {
  it.each(existsSync(CASES) ? lines<Pair>(CASES) : [])('$id', ({ a, b, same }) => {
    expect([isDuplicate(b, a), isBanned(b, a)]).toEqual([same, same]);
  });
});
