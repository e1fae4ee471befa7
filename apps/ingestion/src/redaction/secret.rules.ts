import { isPlaceholder, isRandomLooking } from './placeholder.js';

/** Half-open range of a secret in a text. */
export interface SecretRange {
  start: number;
  end: number;
  kind: string;
}

interface Pattern {
  kind: string;
  /** The secret is group 1 and ends the match. */
  pattern: RegExp;
  accepts?: (value: string, match: RegExpMatchArray) => boolean;
}

/** A token of this alphabet is tried once, at its first character: linear time without a bound on its length. */
const START = '(?<![A-Za-z0-9_-])';
const prefixed = (kind: string, body: string): Pattern => ({ kind, pattern: new RegExp(`${START}(${body})`, 'g') });

const NAMED_SECRET =
  'passw(?:or)?d|passwd|passphrase|[_-]pass(?![A-Za-z])|\\bpwd|secret|token|api[_-]?key|apikey|access[_-]?key|private[_-]?key|' +
  'signing[_-]?key|encryption[_-]?key|account[_-]?key|master[_-]?key|auth[_-]?key|_key|credentials?|passwort|kennwort|密码|パスワード|비밀번호|mật khẩu';
const PASSWORD_NAME =
  /^(?:passw(?:or)?d|passwd|passphrase|[_-]pass|pwd|passwort|kennwort|密码|パスワード|비밀번호|mật khẩu)$/i;
const VALUE = `(?:\\\\{0,3}"([^"\\\\\\n]{1,512})|'([^'\\n]{1,512})|([^\\s"'\`,;&|<>(){}\\[\\]\\\\]{1,512}))`;
const ASSIGNMENT = new RegExp(
  `(${NAMED_SECRET})([A-Za-z0-9_-]{0,32})(\\\\{0,3}["'\`]?\\s{0,3}(?::=|=>|[:=：])\\s{0,3}|["']?\\s{1,3}(?=\\S))${VALUE}`,
  'gi',
);

const PATTERNS: Pattern[] = [
  prefixed('github', 'gh[pousr]_[A-Za-z0-9]{16,255}|github_pat_[A-Za-z0-9_]{20,255}'),
  prefixed('gitlab', 'gl(?:pat|rt|dt|cbt|ptt)-[A-Za-z0-9_-]{16,255}'),
  prefixed('openai', 'sk-(?:proj-|svcacct-|admin-)?(?=[A-Za-z0-9_-]{0,64}\\d)[A-Za-z0-9_-]{20,255}'),
  prefixed('stripe', '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,255}|whsec_[A-Za-z0-9+/=]{16,255}'),
  prefixed('slack', 'x(?:ox[abeoprs]|app)-[A-Za-z0-9-]{10,255}'),
  prefixed('google', 'AIza[A-Za-z0-9_-]{30,64}|ya29\\.[A-Za-z0-9_-]{20,2048}|GOCSPX-[A-Za-z0-9_-]{20,64}'),
  prefixed('aws', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])'),
  prefixed('npm', 'npm_[A-Za-z0-9]{30,64}'),
  prefixed('pypi', 'pypi-[A-Za-z0-9_-]{40,512}'),
  prefixed('huggingface', 'hf_[A-Za-z0-9]{24,64}'),
  prefixed('digitalocean', 'do[opr]_v1_[a-f0-9]{40,64}'),
  prefixed('jwt', 'eyJ[A-Za-z0-9_-]{8,8192}\\.[A-Za-z0-9_-]{8,8192}\\.[A-Za-z0-9_-]{8,8192}'),
  prefixed('marginalia', 'mrg\\.[a-z0-9_-]{1,63}\\.[A-Za-z0-9_-]{12,255}'),
  {
    kind: 'authorization',
    pattern:
      /authorization\\{0,3}["']?\s{0,3}[:=]\s{0,3}\\{0,3}["']?(?:(?:basic|bearer|token|digest|apikey|negotiate|bot)\s{1,3})?([^\s"'\\,;]{6,4096})/gi,
    accepts: (value) => !isPlaceholder(value),
  },
  {
    kind: 'bearer',
    pattern: /\bbearer\s{1,3}([A-Za-z0-9._~+/=-]{12,4096})/gi,
    accepts: (value) => /\d/.test(value) && !isPlaceholder(value),
  },
  {
    kind: 'api_key',
    pattern: /\bx-(?:api-key|auth-token|access-token)\\{0,3}["']?\s{0,3}[:=]\s{0,3}["']?([^\s"'\\,;]{6,4096})/gi,
    accepts: (value) => !isPlaceholder(value),
  },
  {
    kind: 'cookie',
    pattern: /\b(?:set-)?cookie:\s{1,3}[A-Za-z0-9_.-]{1,64}=([^\s"'\\]{8,4096})/gi,
    accepts: (value) => isRandomLooking(value),
  },
  {
    kind: 'url_password',
    pattern: /:\/\/[^\s/:@"'<>]{0,256}:([^\s/@"'<>]{1,256})(?=@)/g,
    accepts: (value) => !isPlaceholder(value),
  },
  {
    kind: 'url_token',
    pattern: /:\/\/([^\s/:@"'<>.]{16,256})(?=@)/g,
    accepts: (value) => isRandomLooking(value),
  },
  {
    kind: 'password',
    pattern: /(?:\s-u|--user)[\s=]{1,3}["']?[^\s:"'/]{1,128}:([^\s"'/:][^\s"']{1,255})/g,
    accepts: (value) => !isPlaceholder(value) && !/^\d+$/.test(value),
  },
  {
    kind: 'password',
    pattern: /\b(?:sshpass|mysql(?:dump|admin)?|mariadb)\s(?:[^|;&\n]{0,120}?\s)?-p["']?([^\s"']{3,128})/g,
    accepts: (value) => !isPlaceholder(value),
  },
  {
    // Said in prose: "the password is hunter2x", "pw: S3cret". Letters with a digit, so that words about it stay.
    kind: 'password',
    pattern:
      /\b(?:password|passwd|passphrase|passcode|passwort|kennwort|pwd|pw)\s{0,3}(?::|=|is|ist|lautet)?\s{1,3}["'`]?(?=[^\s"'`]{0,64}[A-Za-z])(?=[^\s"'`]{0,64}\d)([^\s"'`,;]{6,128})/gi,
    accepts: isSaidPassword,
  },
  { kind: 'assigned', pattern: ASSIGNMENT, accepts: isAssignedSecret },
];

/** Behind a sign or "is" any value with a digit; without one only what no word looks like. */
function isSaidPassword(value: string, [all]: RegExpMatchArray): boolean {
  if (isPlaceholder(value) || /^[-/~.<[({]/.test(value)) return false;
  const linked = /(?:[:=]|\b(?:is|ist|lautet))\s{1,3}["'`]?$/i.test(all.slice(0, -value.length));
  return linked || /\d[A-Za-z]|[A-Za-z\d][!#$%^&*+]/.test(value);
}

function isAssignedSecret(value: string, match: RegExpMatchArray): boolean {
  const [, name = '', suffix = '', separator = '', double, single] = match;
  if (value.length < 3 || isPlaceholder(value)) return false;
  const bySpace = !/[:=：]/.test(separator);
  // Without a sign only as an option of a command: `--password hunter2`.
  if (bySpace && !isOption(match)) return false;
  if (!PASSWORD_NAME.test(name)) return isRandomLooking(value);
  if (suffix !== '' && !/^[_-]?\d{1,3}$/.test(suffix)) return isRandomLooking(value);
  if (/^[/~.]/.test(value)) return false;
  const quoted = double !== undefined || single !== undefined;
  if (quoted) return !/\s.*(?:password|passwort|your|enter)/i.test(value);
  if (bySpace || separator === '=') return !/^[A-Za-z_]{1,40}(?:\.[A-Za-z_]{1,40})+$/.test(value);
  // Prose and code: `password: required`, `password = form.value`.
  return value.length >= 6 && /\d|[^\w.-]/.test(value) && !/^[A-Za-z_]+\.[A-Za-z_.]+$/.test(value);
}

/** The name is the end of an option: only option characters back to `-` and a blank before. */
function isOption(match: RegExpMatchArray): boolean {
  const before = match.input!.slice(Math.max(0, match.index! - 24), match.index);
  return /(?:^|\s)--?[A-Za-z0-9_-]{0,20}$/.test(before);
}

const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** What may stand in the body of a key whose end is cut off, JSON-escaped line ends included. */
const KEY_BODY = /[A-Za-z0-9+/=\s:,.\\-]*/y;

/** Blocks to their end mark; without one to the end of what looks like a key. */
function privateKeys(text: string): SecretRange[] {
  const found: SecretRange[] = [];
  let at = 0;
  for (;;) {
    KEY_BEGIN.lastIndex = at;
    const begin = KEY_BEGIN.exec(text);
    if (!begin) return found;
    KEY_BODY.lastIndex = KEY_BEGIN.lastIndex;
    const bodyEnd = KEY_BEGIN.lastIndex + (KEY_BODY.exec(text)?.[0].length ?? 0);
    const block = text.slice(begin.index, bodyEnd + 80);
    KEY_END.lastIndex = begin[0].length;
    const end = KEY_END.exec(block);
    at = begin.index + (end ? end.index + end[0].length : bodyEnd - begin.index);
    found.push({ start: begin.index, end: at, kind: 'private_key' });
  }
}

/** Secrets by our own rules, which find what the kept rule set misses; every rule takes linear time. */
export function ownSecrets(text: string): SecretRange[] {
  const found = text.includes('PRIVATE KEY') ? privateKeys(text) : [];
  for (const { kind, pattern, accepts } of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const value =
        match.slice(1).findLast((group, at) => group !== undefined && (kind !== 'assigned' || at > 2)) ?? '';
      if (accepts && !accepts(value, match)) continue;
      const end = match.index + match[0].length;
      found.push({ start: end - value.length, end, kind: kind === 'assigned' ? kindOf(match[1]!) : kind });
    }
  }
  return found;
}

function kindOf(name: string): string {
  if (PASSWORD_NAME.test(name)) return 'password';
  return /key/i.test(name) ? 'api_key' : /token/i.test(name) ? 'token' : 'secret';
}
const SECRET_KEY = new RegExp(`(?:^|[_.-]|[a-z](?=[A-Z]))?(${NAMED_SECRET})$`, 'i');

/** Kind of secret that a value under this name of a structured argument is, or undefined. */
export function kindOfNamedValue(name: string, value: string): string | undefined {
  const match = SECRET_KEY.exec(name.slice(-64));
  if (!match || value.length < 3 || isPlaceholder(value)) return undefined;
  const kind = kindOf(match[1]!);
  return kind === 'password' ? (/^[/~.]/.test(value) ? undefined : kind) : isRandomLooking(value) ? kind : undefined;
}
