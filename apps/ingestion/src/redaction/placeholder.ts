/** What stands where a secret would stand without being one. */
const FIRST = /^[$<{%*[(]/;
const FILLER = /^(?:[x*.•…_-]+|(.)\1*)$/i;
const WORD =
  /^(?:none|null|nil|true|false|undefined|string|str|int|bool|boolean|number|any|object|bytes|required|optional|secrets?|tokens?|passw(?:or)?d|credentials?|placeholder|redacted|hidden|masked|removed|omitted|changeme|dummy|unset|empty|basic|bearer)$/i;
const EXAMPLE = /^(?:your|example|sample|insert|replace|enter|put)(?:[-_ ]|$)|[-_](?:here|placeholder)$|secret-hidden/i;
const LOOKUP =
  /^(?:process|os|import|secrets|vars|env|config|settings|self|this|args|opts|options|props|ctx|req|request|params|data)\.|^(?:getenv|ENV|environ)\b/;

export const isPlaceholder = (value: string): boolean =>
  FIRST.test(value) || FILLER.test(value) || WORD.test(value) || EXAMPLE.test(value) || LOOKUP.test(value);

/** Shannon entropy in bits a character. */
export function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let entropy = 0;
  for (const times of counts.values()) {
    const share = times / value.length;
    entropy -= share * Math.log2(share);
  }
  return entropy;
}

/** Letters and digits mixed, not a word, a path or a plain number. */
export const isRandomLooking = (value: string): boolean =>
  value.length >= 10 && /\d/.test(value) && /[A-Za-z]/.test(value) && !value.startsWith('/') && entropyOf(value) >= 2.9;
