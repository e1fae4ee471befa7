/** Whether the arguments of a program leave everything as it is and reveal nothing that is not the check's business. */
type ArgumentRule = (args: readonly string[]) => boolean;

const NAME = /^[A-Za-z0-9_][\w.+-]{0,63}$/;
const PATH = /^[\w.,:@%+~/-][\w.,:@%+~/ -]{0,255}$/;
/** Where secrets and devices live. What a check prints reaches a model. */
const PRIVATE =
  /(?:^|\/)(?:\.ssh|\.aws|\.gnupg|\.netrc|\.pgpass|\.npmrc|\.pypirc|\.docker|\.kube|\.env[\w.-]*|id_[a-z0-9]+|shadow-?|gshadow|sudoers(?:\.d)?|credentials?[\w.-]*|secrets?[\w.-]*|[\w.-]*\.(?:pem|key|p12|pfx|kdbx)|environ|\.bash_history|\.zsh_history|\.git-credentials|private)(?:\/|$)|^\/(?:dev|proc\/(?!version$|cpuinfo$|meminfo$|mounts$)|run\/secrets)/i;

const isName = (arg: string | undefined): boolean => arg !== undefined && NAME.test(arg);
const isPath = (arg: string | undefined): boolean =>
  arg !== undefined && PATH.test(arg) && !arg.startsWith('-') && !PRIVATE.test(arg);
const all =
  (test: (arg: string) => boolean): ArgumentRule =>
  (args) =>
    args.length > 0 && args.every(test);
const flagsOf = (letters: string) => (arg: string) => new RegExp(`^-[${letters}]{1,12}$`).test(arg);

/** Flags by letter, then operands that pass the test. `--` may stand between them. */
function flagsThen(letters: string, operand: (arg: string) => boolean, min: number, max = 8): ArgumentRule {
  const isFlag = flagsOf(letters);
  return (args) => {
    let at = 0;
    while (at < args.length && isFlag(args[at]!)) at++;
    if (args[at] === '--') at++;
    const operands = args.slice(at);
    return operands.length >= min && operands.length <= max && operands.every(operand);
  };
}
const onlyFlags =
  (letters: string): ArgumentRule =>
  (args) =>
    args.every(flagsOf(letters));
const oneOf =
  (...lines: string[]): ArgumentRule =>
  (args) =>
    lines.includes(args.join(' '));
const either =
  (...rules: ArgumentRule[]): ArgumentRule =>
  (args) =>
    rules.some((rule) => rule(args));
/** Fixed words, then one name. */
const wordsThenName =
  (...words: string[]): ArgumentRule =>
  (args) =>
    args.length === words.length + 1 && words.every((word, i) => args[i] === word) && isName(args.at(-1));

const testRule: ArgumentRule = (args) => {
  const rest = args[0] === '!' ? args.slice(1) : args;
  if (rest.length === 2) return /^-[efdrwxsLh]$/.test(rest[0]!) && isPath(rest[1]);
  return rest.length === 3 && ['-nt', '-ot', '-ef'].includes(rest[1]!) && isPath(rest[0]) && isPath(rest[2]);
};

const GREP_FLAG = /^-[qciwxnEFoHhlLsv]{1,8}$/;
/** A pattern and at least one path: never from standard input, never patterns from a file, never backtracking ones (-P). */
const grepRule: ArgumentRule = (args) => {
  let at = 0;
  while (at < args.length && (GREP_FLAG.test(args[at]!) || /^-m\d{1,4}$/.test(args[at]!))) at++;
  if (args[at] === '-e' || args[at] === '--') at++;
  const [pattern, ...paths] = args.slice(at);
  return (
    pattern !== undefined &&
    (!pattern.startsWith('-') || args[at - 1] === '-e') &&
    paths.length > 0 &&
    paths.every(isPath)
  );
};

const headRule: ArgumentRule = (args) => {
  const rest = args[0] === '-n' || args[0] === '-c' ? (/^\d{1,5}$/.test(args[1] ?? '') ? args.slice(2) : ['-']) : args;
  const paths = /^-\d{1,5}$/.test(rest[0] ?? '') ? rest.slice(1) : rest;
  return paths.length > 0 && paths.every(isPath);
};

const VARIABLE =
  /^(?:PATH|LANG|LC_[A-Z]+|SHELL|HOME|TERM|TZ|USER|PWD|EDITOR|DISPLAY|TMPDIR|CI|VIRTUAL_ENV|JAVA_HOME|GOPATH)$/;

const RULES: Record<string, ArgumentRule> = {
  command: (args) => args.length === 2 && /^-[vV]$/.test(args[0]!) && isName(args[1]),
  which: flagsThen('a', (arg) => isName(arg), 1, 4),
  type: flagsThen('atpP', (arg) => isName(arg), 1, 4),
  whereis: all((arg) => isName(arg)),
  test: testRule,
  '[': (args) => args.at(-1) === ']' && testRule(args.slice(0, -1)),
  ls: flagsThen('1aAdFghiklLnoprsStuU', isPath, 0),
  stat: either(
    all(isPath),
    (args) => args[0] === '-c' && /^%[a-zA-Z]{1,2}$/.test(args[1] ?? '') && all(isPath)(args.slice(2)),
  ),
  file: flagsThen('bi', isPath, 1),
  wc: flagsThen('clwm', isPath, 1),
  head: headRule,
  tail: headRule,
  cat: all(isPath),
  readlink: flagsThen('fen', isPath, 1),
  realpath: flagsThen('es', isPath, 1),
  basename: all(isPath),
  dirname: all(isPath),
  grep: grepRule,
  uname: onlyFlags('asnrvmpio'),
  id: flagsThen('uGgnr', (arg) => isName(arg), 0, 1),
  groups: (args) => args.length === 0,
  whoami: (args) => args.length === 0,
  hostname: (args) => args.length === 0,
  pwd: onlyFlags('LP'),
  nproc: (args) => args.length === 0,
  arch: (args) => args.length === 0,
  locale: oneOf('', '-a', 'charmap'),
  date: oneOf('', '-u', '+%Z', '+%z', '+%F', '+%s', '-u +%F'),
  tty: (args) => args.length === 0,
  umask: (args) => args.length === 0,
  ulimit: oneOf('-n', '-u', '-v', '-f', '-a'),
  uptime: (args) => args.length === 0,
  free: onlyFlags('hmgk'),
  df: flagsThen('hkiTP', isPath, 0),
  du: flagsThen('hsk', isPath, 1),
  printenv: (args) => args.length === 1 && VARIABLE.test(args[0]!),
  getconf: (args) => args.length === 1 && /^[A-Z_]{1,40}$/.test(args[0]!),
  pgrep: flagsThen('xlc', (arg) => isName(arg), 1, 1),
  ss: flagsThen('ltunaH', () => false, 0),
  netstat: flagsThen('ltuna', () => false, 0),
  node: oneOf('-p process.version', '-p process.versions', '-p process.platform', '-p process.arch', '-v'),
  git: either(
    (args) =>
      args.length === 3 &&
      args[0] === 'config' &&
      args[1] === '--get' &&
      /^[a-z]{1,20}(?:\.[\w-]{1,30}){1,3}$/i.test(args[2]!) &&
      !/token|password|credential|header|url/i.test(args[2]!),
    oneOf(
      'rev-parse --is-inside-work-tree',
      'rev-parse --show-toplevel',
      'branch --show-current',
      'rev-parse --abbrev-ref HEAD',
    ),
  ),
  pip: wordsThenName('show'),
  pip3: wordsThenName('show'),
  npm: either(wordsThenName('ls'), wordsThenName('ls', '-g')),
  dpkg: either(wordsThenName('-s'), wordsThenName('-l')),
  'dpkg-query': wordsThenName('-W'),
  rpm: wordsThenName('-q'),
  'apt-cache': wordsThenName('policy'),
  brew: wordsThenName('list', '--versions'),
  systemctl: either(wordsThenName('is-active'), wordsThenName('is-enabled')),
  java: oneOf('-version'),
  javac: oneOf('-version'),
  go: oneOf('version', 'env GOPATH', 'env GOOS', 'env GOARCH'),
  kubectl: oneOf('version --client'),
  terraform: oneOf('version'),
  ssh: oneOf('-V'),
  python: oneOf('-V'),
  python3: oneOf('-V'),
  ruby: oneOf('-v'),
  perl: oneOf('-v'),
  php: oneOf('-v'),
  docker: oneOf('version --format {{.Client.Version}}'),
};

/**
 * Whether a check may be run and read: one program of the list with arguments of its rule, or any program's
 * `--version`. No pipe, redirection, substitution, variable, pattern of the shell, path to a program.
 */
export function isReadOnlyCheck(command: string): boolean {
  const words = wordsOf(command);
  if (words === undefined) return false;
  const [program, ...args] = words;
  if (program === undefined) return false;
  if (args.length === 1 && args[0] === '--version') return NAME.test(program);
  return Object.hasOwn(RULES, program) && RULES[program]!(args);
}

const PLAIN = /[\w@%+=:,./~^{}[\]!-]/;

/** Words as a shell would split them; undefined where a shell would do more than split. Braces and `!` only as plain words. */
function wordsOf(command: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < command.length;) {
    const char = command[at]!;
    if (char === ' ' || char === '\t') {
      if (word !== undefined) words.push(word);
      word = undefined;
      at++;
    } else if (char === "'" || char === '"') {
      const end = command.indexOf(char, at + 1);
      if (end < 0) return undefined;
      const inner = command.slice(at + 1, end);
      if (/[\n\r\0]/.test(inner) || (char === '"' && /[$`\\!]/.test(inner))) return undefined;
      word = (word ?? '') + inner;
      at = end + 1;
    } else if (PLAIN.test(char)) {
      word = (word ?? '') + char;
      at++;
    } else return undefined;
  }
  if (word !== undefined) words.push(word);
  // `{a,b}` and `[x]` inside a word are patterns; alone they are words.
  return words.some((one) => one.length > 1 && /\[/.test(one) && PATH_PATTERN.test(one)) ? undefined : words;
}
const PATH_PATTERN = /^[\w./-]{0,255}\[[^\]]{1,20}\]/;
