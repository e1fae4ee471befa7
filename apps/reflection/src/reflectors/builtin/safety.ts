const UNSAFE = [
  /--(?:no-verify|insecure|no-check-certificate|break-system-packages|privileged|no-sandbox|disable-\w+|skip-verif\w*|trusted-host|force|hard|allow-root|unsafe-\w+|dangerously-[\w-]+)\b/,
  /\bchmod\b.{0,20}\b(?:777|a\+w|o\+w|\+s)\b/,
  /\brm -\w*[rf]|\bmkfs\b|\bdd if=|\bkill -9\b|\bkillall\b|\bpkill\b/,
  /\bcurl\b(?=.{0,60} -\w*k\b)|strict_?ssl|GIT_SSL_NO_VERIFY|NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY/i,
  /\|\s{0,3}(?:ba|z)?sh\b/,
];
/** Links, addresses, secrets and what exists in one run only. */
const RUN_LOCAL = [
  /https?:|www\.|:\/\//i,
  /\S@\S+\.\w/,
  /\[secret:/,
  /(?:^|[\s`'"])(?:\/tmp|\/home|\/users|\/workspace|\/testbed|\/private|~|\.{1,2})\/[^\s`'"]/i,
];

/** Whether an action turns off a guard, widens rights or destroys. */
export const isUnsafe = (action: string): boolean => UNSAFE.some((pattern) => pattern.test(action));
export const isRunLocal = (note: string): boolean => RUN_LOCAL.some((pattern) => pattern.test(note));

const MAX_CHARS = 320;
const MAX_WORDS = 60;
/** Well under 100 tokens of o200k_base, which takes about 1.3 to 1.6 a word of such notes. */
export const isShort = (note: string): boolean => note.length <= MAX_CHARS && note.split(/\s+/).length <= MAX_WORDS;
