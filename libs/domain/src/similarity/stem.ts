const VOWEL = /[aeiouy]/;

/** English word to a stem that its common forms share. Small and rough on purpose: it only has to be consistent. */
export function stem(word: string): string {
  let w = word.replace(/['’]s$/, '');
  if (w.length <= 3) return w;
  if (w.endsWith('ies') && w.length > 4) w = `${w.slice(0, -3)}y`;
  else if (/(?:sse|she|che|xe|zze)s$/.test(w)) w = w.slice(0, -2);
  else if (w.endsWith('s') && !/(?:ss|us|is)$/.test(w)) w = w.slice(0, -1);
  const ofAte = /at(?:e|ed|es|ing)$/.test(w);
  for (const suffix of ['ing', 'ed']) {
    const base = w.slice(0, -suffix.length);
    if (!w.endsWith(suffix) || base.length < 2 || !VOWEL.test(base) || w.endsWith('eed')) continue;
    w = undoubled(base);
    break;
  }
  for (const suffix of ['ization', 'ation', 'ment', 'ness', 'ally', 'ly']) {
    if (w.endsWith(suffix) && w.length - suffix.length >= 4) {
      w = w.slice(0, -suffix.length);
      break;
    }
  }
  if (/[st]ion$/.test(w) && w.length >= 8) w = w.slice(0, -3);
  if (w.endsWith('e') && w.length > 3) w = w.slice(0, -1);
  if (ofAte && w.endsWith('at') && w.length >= 6) w = w.slice(0, -2);
  return w.endsWith('y') && w.length > 3 ? `${w.slice(0, -1)}i` : w;
}

const undoubled = (base: string): string => (/([bdfgmnprt])\1$/.test(base) ? base.slice(0, -1) : base);

/** Irregular forms of verbs that notes use. */
const IRREGULAR: Record<string, string> = Object.fromEntries(
  'ran:run running:run wrote:write written:write writing:write took:take taken:taken broke:break broken:break found:found began:begin chose:choose chosen:choose done:do did:do does:do doing:do gave:give given:give got:get gotten:get kept:keep left:leave leaving:leave lost:lost made:make put:put read:read said:say says:say saw:see seen:see set:set setting:set settings:setting sent:send shown:show spoke:speak thrown:throw threw:throw went:go gone:gone built:build held:hold hung:hang died:die dying:die lies:lie using:use used:use uses:use use:use started:start has:have had:have having:have is:be are:be was:be were:be been:be being:be cannot:cannot stopped:stop stopping:stop process:process processes:process address:address addresses:address space:space spaces:space files:file this:this timed:time directories:directory directory:directory libraries:library dependencies:dependency dependency:dependency repository:repo repositories:repo repo:repo whitespace:whitespace'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/** {@link stem}, irregular forms first. */
export const rootOf = (word: string): string => {
  const lower = word.toLowerCase();
  return Object.hasOwn(IRREGULAR, lower) ? stem(IRREGULAR[lower]!) : stem(lower);
};
