import fc from 'fast-check';

import { commandsOf, decidingCommands, programsOf } from './shell-programs.js';
import { parseShell } from './shell-script.js';

const deciding = (command: string) => decidingCommands(parseShell(command)).map(({ words }) => words.join(' '));

describe('programsOf', () => {
  it.each([
    ['LC_ALL=C ls -la | grep "a | b"', ['ls', 'grep']],
    ['sudo -u www env A=1 timeout -k 5 30 /usr/bin/make all', ['sudo', 'env', 'timeout', 'make']],
    ['cd /x && npm test; echo done & wait', ['cd', 'npm', 'echo', 'wait']],
    [`bash -lc 'cd x && pytest -q'`, ['bash', 'cd', 'pytest']],
    ['find . -name "*.gz" -exec zcat {} \\; | xargs -0 -I {} sh -c "sort {}"', ['find', 'zcat', 'xargs', 'sh', 'sort']],
    ['echo $(git rev-parse HEAD) `date`', ['echo', 'git', 'date']],
    ['diff <(sort a) <(sort b)', ['diff', 'sort']],
    ['if grep -q x f; then echo yes; else echo no; fi', ['grep', 'echo']],
    ['for f in $(ls); do wc -l "$f"; done', ['ls', 'wc']],
    ['cat <<EOF > f\nrm -rf /\nEOF\nwc f', ['cat', 'wc']],
    ['[[ -f a && -d b ]] || exit 3', ['[[', 'exit']],
    ['make 2>&1 >/dev/null # and then rm x', ['make']],
    ['x=$((1 + 2)); (( x > 1 )) && ls', ['ls']],
    ['', []],
  ])('%s', (command, programs) => expect(programsOf(command)).toEqual(programs));
});

describe('decidingCommands', () => {
  it.each([
    ['ls | grep foo', ['grep foo']],
    ['cd x && grep foo y', ['cd x', 'grep foo y']],
    ['make; grep foo y', ['grep foo y']],
    ['a && b || c', ['c']],
    ['a || b && c', ['b', 'c']],
    ['ls | grep x || exit 1', ['grep x', 'exit 1']],
    [`sh -c 'ls | grep foo'`, ['grep foo']],
    ['set -e; make; grep foo y', ['set -e', 'make', 'grep foo y']],
  ])('%s', (command, expected) => expect(deciding(command)).toEqual(expected));
});

describe('parseShell', () => {
  it('keeps redirects and descriptors apart from words', () => {
    const [stage] = parseShell('find / -name x 2>/dev/null >> out.txt').pipelines[0]!.stages;
    expect(stage!.words).toEqual(['find', '/', '-name', 'x']);
    expect(stage!.redirects).toEqual([
      { fd: 2, operator: '>', target: '/dev/null' },
      { fd: 1, operator: '>>', target: 'out.txt' },
    ]);
  });

  it('says when a quote or a substitution is not closed', () => {
    expect(parseShell(`echo 'a`).complete).toBe(false);
    expect(parseShell('echo "$(ls"').complete).toBe(false);
    expect(parseShell('echo "a" $(ls)').complete).toBe(true);
  });

  it.each([
    '(',
    '$(',
    '`',
    '"',
    "'",
    'a ',
    'a;',
    'a|',
    '<(',
    '$((',
    '<<E\n',
    '\\',
    '[[ ',
    'if ',
    '{ ',
    '&>',
    'bash -c "',
    'sudo ',
    'find -exec ',
  ])('reads a megabyte of %j', (piece) => {
    const command = piece.repeat(Math.ceil(1_000_000 / piece.length));
    expect(commandsOf(parseShell(command)).length).toBeLessThanOrEqual(1_000_000);
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decidingCommands(parseShell(text)).length).toBeLessThanOrEqual(text.length);
        expect(Array.isArray(programsOf(text))).toBe(true);
      }),
    );
  });
});
