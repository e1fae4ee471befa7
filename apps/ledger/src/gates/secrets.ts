/** Token shapes that their makers document, each with the kind shown to operators. */
const SHAPES: readonly (readonly [string, RegExp])[] = [
  ['private key', /-----BEGIN [A-Z ]{0,40}PRIVATE KEY/],
  ['AWS key', /\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b/],
  ['GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,})/],
  ['GitLab token', /\bgl(?:pat|ptt|rt|dt|cbt|ft)-[\w-]{16,}/],
  ['Slack token', /\bxox[abeoprs]-[\w-]{10,}|\bxapp-\d-[\w-]{10,}/],
  ['API key', /\bsk-(?:[a-z]{2,10}-)?(?=[\w-]{0,80}\d)[A-Za-z0-9_-]{16,}/],
  ['Stripe key', /\b[rsp]k_(?:live|test)_[A-Za-z0-9]{8,}/],
  ['Google key', /\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}|\bGOCSPX-[\w-]{20,}/],
  ['npm token', /\bnpm_[A-Za-z0-9]{30,}/],
  ['PyPI token', /\bpypi-AgE[\w-]{20,}/],
  ['Hugging Face token', /\bhf_[A-Za-z0-9]{24,}/],
  ['SendGrid key', /\bSG\.[\w-]{16,64}\.[\w-]{16,}/],
  ['JSON web token', /\beyJ[\w-]{8,1000}\.eyJ[\w-]{8,1000}\.[\w-]{4,}/],
  ['DigitalOcean token', /\bdo[opr]_v1_[0-9a-f]{32,}/],
  ['Shopify token', /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{20,}/],
  ['Vault token', /\bhv[sb]\.[\w-]{20,}/],
  ['Databricks token', /\bdapi[0-9a-f]{32}/],
  ['Telegram token', /\b\d{8,10}:AA[\w-]{30,}/],
  ['age key', /\bAGE-SECRET-KEY-1[0-9A-Z]{20,}/],
  ['Twilio key', /\b(?:SK|AC)[0-9a-f]{32}\b/],
  ['Azure key', /\bAccountKey=[A-Za-z0-9+/=]{20,}/i],
  ['own token', /\bmrg\.[\w-]{1,64}\.[\w-]{16,}/],
  ['authorization header', /\b(?:bearer|basic)\s{1,3}(?=[\w.~+/-]{0,80}\d)[A-Za-z0-9._~+/-]{16,}/i],
  ['password in a command', /\bmysql(?:dump|admin)?\b[^\n]{0,80}?\s-p(?!assword|ort|rotocol)[^\s'"`$<{]{4,}/],
  [
    'password in a command',
    /\b(?:sshpass\s-p|curl\b[^\n]{0,60}?\s(?:-u|--user)\s)\s{0,2}['"]?[\w.@-]{0,60}:?(?=[^\s'"`]{0,80}[\d!#%^*])[^\s'"`$<{]{5,}/,
  ],
  ['password in an address', /:\/\/[^\s/:@]{1,64}:[^\s/@$<{]{3,64}@/],
];

const NAMED =
  /(?<![A-Za-z0-9])(?:[A-Za-z0-9]{1,30}[_-]){0,4}(?:[a-z]{1,8}(?=password|passwd|passphrase|secret))?(password|passwort|passwd|passphrase|passcode|pwd|pass|secret|token|api[_ -]?key|access[_ -]?key|auth[_ -]?key|private[_ -]?key|secret[_ -]?key|client[_ -]?secret|credentials?|pin|密码|口令|密钥|パスワード|비밀번호|mật khẩu|contraseña|mot de passe|kennwort)(?![A-Za-z0-9])["'`]?(\s{0,3}(?:=>|:=|=|:|：)\s{0,3}|\s{1,3}(?:is|ist|to|of|は|是)?\s{0,3})(["'`]?)([^\s"'`,;，。]{3,200})/gi;

/** Stands for a value. */
const PLACEHOLDER =
  /^(?:[<[{$%*]|\.{3}|x{3,}|\*{3,}|your|my[_-]|the[_-]|example|placeholder|redacted|changeme\b|dummy|env|process\.|os\.|secrets\.|vars\.|config\.|null\b|none\b|nil\b|true\b|false\b|undefined|required|optional|stdin|prompt|file|string|value|empty|auto|default|missing|absent|expired|invalid|wrong|unset|set\b|not\b)/i;
const HASHES = /^(?:sha-?\d{1,3}|md5|argon2\w{0,3}|bcrypt|scrypt|pbkdf2|base64|utf-?8|oauth2?|http2?|v\d{1,3})$/i;

/** The kind of secret that a folded text holds, or undefined. The value itself is never answered. */
export function findSecret(folded: string): string | undefined {
  const shape = SHAPES.find(([, pattern]) => pattern.test(folded));
  if (shape) return shape[0];
  for (const [, name, link, quote, raw] of folded.matchAll(NAMED)) {
    if (isValue(name!.toLowerCase(), link!.trim(), quote!, raw!.replace(/[.)\]}>]+$/, '')))
      return `${name!.toLowerCase()} with its value`;
  }
  for (const [run] of folded.matchAll(/[A-Za-z0-9_+-]{32,128}/g)) if (isRandom(run)) return 'random string';
  return undefined;
}

/** Whether what stands behind the name is the secret itself, not a word about it. */
function isValue(name: string, link: string, quote: string, value: string): boolean {
  if (value.length < 4 || PLACEHOLDER.test(value) || HASHES.test(value) || value.toLowerCase() === name) return false;
  if (
    /^-{1,2}[a-z]/i.test(value) ||
    value.includes('(') ||
    /^[\w-]+\.(?:json|ya?ml|txt|env|py|js|ts|pem|conf|toml)$/i.test(value)
  )
    return false;
  const digits = /\d/.test(value);
  const letters = /\p{L}/u.test(value);
  const symbols = /[!#$%^&*?~@+]/.test(value);
  const isCode = /token|key|credential/.test(name);
  if (link === '=' || link === ':=' || link === '=>')
    return isCode ? letters && (digits || value.length >= 12) && !/^[a-z]+(?:[_.-][a-z]+)+$/i.test(value) : true;
  // "password is missing", "token: expired": a word about it. A value mixes kinds of characters, or is quoted.
  if (quote !== '' && /^\S+$/.test(value) && link !== '' && !isCode) return true;
  if (link === '' && isCode) return letters && digits && value.length >= 12;
  return (
    (letters && digits && value.length >= 6 && !/^\d+(?:th|st|nd|rd|s|ms|h|d|m|gb|mb|kb)$/i.test(value)) ||
    (letters && symbols) ||
    (name === 'pin' && /^\d{4,8}$/.test(value)) ||
    (/^(?:pass|pwd|密码|パスワード|비밀번호|mật)/.test(name) && link !== '' && /^\d{4,}$/.test(value))
  );
}

/** Upper, lower and digits often in turn: no word, no identifier, no hexadecimal digest. */
function isRandom(run: string): boolean {
  if (!/[a-z]/.test(run) || !/[A-Z]/.test(run) || (run.match(/\d/g)?.length ?? 0) < 4) return false;
  let turns = 0;
  for (let i = 1; i < run.length; i++) if (kindOf(run[i]!) !== kindOf(run[i - 1]!)) turns++;
  return turns * 2.5 >= run.length;
}
const kindOf = (char: string): number => (/[a-z]/.test(char) ? 0 : /[A-Z]/.test(char) ? 1 : /\d/.test(char) ? 2 : 3);
