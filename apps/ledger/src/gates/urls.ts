import { decodedPayloads, unescaped } from './layers.js';

/** Top-level domains that no file name, call or identifier ends in. */
const STRONG =
  'com|org|net|edu|gov|mil|info|biz|dev|app|xyz|top|site|online|club|shop|store|live|cloud|tech|space|website|link|click|blog|news|wiki|page|page|pro|world|network|systems|zone|agency|email|host|press|icu|cyou|vip|fun|example|onion|local|internal|ngrok|id|gg|io|ai|co|me|tv|ly|gl|gd|be|eu|us|uk|de|fr|jp|cn|ru|br|nl|au|es|ca|ch|se|no|fi|dk|cz|kr|vn|tw|in|it|at|nz|za|tr|ua|ir|il|gr|pt|ro|hu|su|to|ws|fm|am|st|tk|pw|cf|ga|gq|cc';
/** Also endings of files; a path behind one with a host of three parts is an address all the same. */
const WEAK = 'sh|py|rs|md|pl|ps|so|mk|ml|la|vi|is|my|mov|zip|run|sc';
/** Whose mail or bare host is an address even without a path. */
const PLAIN = 'com|org|net|edu|gov|mil|info|biz|xyz|onion';

const HOST = '[a-z0-9](?:[a-z0-9-]{0,62})';
const PATTERNS: readonly (readonly [string, RegExp])[] = [
  ['scheme', /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,20}\s{0,2}:\s{0,2}\/\s{0,2}\/\s{0,2}[^\s]/i],
  ['scheme', /(?<![\w-])(?:mailto|javascript|vbscript|magnet|tel|sms|urn):[^\s:]/i],
  ['scheme', /(?<![\w-])data:[a-z]{1,20}\/[a-z0-9.+-]{1,60}[;,]/i],
  ['scheme', /(?<![\w-])(?:https?|ftp)[:/]{1,3}[a-z0-9-]{1,63}\.[a-z]/i],
  ['scheme in words', /\b(?:https?|ftp)\s(?:colon\s)?(?:double\s)?slash\s(?:slash\s)?\w/i],
  ['www', /(?<![\w.-])www\d?\s{0,2}\.\s{0,2}[a-z0-9-]{1,63}/i],
  ['//host', /(?:^|[\s"'`(<[=,])\/\/(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}/i],
  ['//host', /(?:^|[\s"'`(<[=,])\/\/[a-z0-9-]{2,63}\/[\w%-]/i],
  ['\\\\host', /(?:^|[\s"'`(<[=,])\\\\[a-z0-9.-]{2,63}\\[\w$]/i],
  ['mail address', new RegExp(`[\\w.+%-]{1,64}@(?:[a-z0-9-]{1,63}\\.){1,8}(?:${STRONG})(?![\\w-])`, 'i')],
  ['IP with port', /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}:\d{1,5}(?!\d)/],
  ['IP with path', /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}\/(?!\d{1,2}(?![\w/]))[\w%~-]/],
  ['IPv6 with port', /\[[0-9a-f]{0,4}:[0-9a-f:.]{1,40}\](?::\d{1,5}|\/)/i],
  ['punycode', /(?<![\w-])xn--[a-z0-9-]{2,59}\.[a-z]/i],
  ['domain with path', new RegExp(`(?<![\\w./@-])(?:${HOST}\\.){1,8}(?:${STRONG})(?::\\d{1,5})?[/?#][\\w%~@#?-]`, 'i')],
  ['domain with path', new RegExp(`(?<![\\w./@-])(?:${HOST}\\.){2,8}(?:${WEAK})(?::\\d{1,5})?/[\\w%~-]`, 'i')],
  ['domain with port', new RegExp(`(?<![\\w./@-])(?:${HOST}\\.){1,8}(?:${STRONG}):\\d{2,5}(?!\\d)`, 'i')],
  ['host with port and path', /(?<![\w./@-])[a-z][a-z0-9-]{1,62}:\d{2,5}\/[\w%~-]/i],
  ['remote by ssh', new RegExp(`(?<![\\w.-])[\\w-]{1,32}@(?:[a-z0-9-]{1,63}\\.){1,8}[a-z]{2,24}:[\\w~/]`, 'i')],
];
const BARE = new RegExp(`(?<![\\w./@-])(?:${HOST}\\.){1,8}(?:${PLAIN})(?![\\w-]|\\.\\w|\\()`, 'i');

/** Where an address was disguised, a bare host is one as well. */
const DEFANG: readonly (readonly [RegExp, string])[] = [
  [/\bh(?:xx|\*\*|__|tt\[?p?\]?)ps?(?=\s{0,2}[:[(])/gi, 'http'],
  [/\s{0,2}[[({<]\s{0,2}(?:\.|dot|d0t|punkt|point)\s{0,2}[\])}>]\s{0,2}/gi, '.'],
  [/\s{0,2}[[({<]\s{0,2}(?:@|at)\s{0,2}[\])}>]\s{0,2}/gi, '@'],
  [/[[({]\s{0,2}:\s{0,2}(?:\/\/)?\s{0,2}[\])}]/g, ':'],
  [/[[({]\s{0,2}\/{1,2}\s{0,2}[\])}]/g, '/'],
  [/(?<=[a-z0-9])\s{1,2}dot\s{1,2}(?=(?:com|org|net|io|dev|info|example|co|app|xyz)\b)/gi, '.'],
  [/(?<=[\w])\s{1,2}at\s{1,2}(?=[a-z0-9-]{1,63}\.(?:com|org|net|io|dev|info|example)\b)/gi, '@'],
  [/(?<=[a-z0-9])[。｡．](?=[a-z0-9])/gi, '.'],
  [/(?<=\.(?:com|org|net|io|dev|app|example))\s{1,2}slash\s{1,2}(?=\w)/gi, '/'],
];

/** The kind of address that a folded text holds, also escaped, encoded or defanged; undefined for none. */
export function findUrl(folded: string): string | undefined {
  const plain = unescaped(folded);
  const refanged = DEFANG.reduce((text, [pattern, by]) => text.replace(pattern, by), plain);
  const tight = withoutLetterSpacing(refanged);
  const texts = new Set([folded, plain, refanged, tight, ...decodedPayloads(folded)]);
  for (const text of texts) {
    const hit = PATTERNS.find(([, pattern]) => pattern.test(text));
    if (hit) return hit[0];
  }
  return refanged !== plain && BARE.test(refanged) && !BARE.test(plain) ? 'defanged address' : undefined;
}

/** "h t t p s : / / e v i l" pulled together. */
const withoutLetterSpacing = (text: string): string =>
  text.replace(/(?<!\S)(?:\S ){4,200}\S(?!\S)/g, (run) => run.replaceAll(' ', ''));
