import { baseVerb } from './verbs.js';

/** A sentence as its main clause and the clause that says when. */
export interface Clauses {
  link?: Link;
  side?: string;
  main: string;
}
export type Link = 'before' | 'when' | 'if' | 'after' | 'until' | 'unless' | 'for';

/** A main clause that commands or forbids. */
export interface Order {
  verb: string;
  /** From the verb on, as an imperative. */
  text: string;
  ban: boolean;
}

export const trim = (text: string): string => text.replace(/^[\s,;:-]+|[\s,;:.!…-]+$/g, '');
const lower = (text: string): string =>
  /^(?:I\b|[A-Z]{2}|[A-Z][a-z]*[A-Z])/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

const LINKS: [RegExp, Link][] = [
  [/^(?:whenever|when(?=\b|I\b)|every time|each time|any time|next time(?: that)?|once|as soon as)\s*/i, 'when'],
  [/^if\b\s*/i, 'if'],
  [/^before\b\s*/i, 'before'],
  [/^after\b\s*/i, 'after'],
  [/^unless\b\s*/i, 'unless'],
  [/^until\b\s*/i, 'until'],
];
const FOR = /^for (?!the record|now|example|next time)(\S.{1,60}?), /i;
const INNER =
  /,?\s(whenever|when(?=\s|I\b)|every time|each time|any time|next time|once|if|before|after|unless|until)\s?(?=[\w`I])/i;

export function linkOf(text: string): { link: Link; rest: string } | undefined {
  for (const [pattern, link] of LINKS) {
    const match = pattern.exec(text);
    if (match) return { link, rest: text.slice(match[0].length) };
  }
  return undefined;
}

export function clausesOf(sentence: string): Clauses {
  const scope = FOR.exec(sentence);
  if (scope) return { link: 'for', side: scope[1]!, main: trim(sentence.slice(scope[0].length)) };
  const leading = linkOf(sentence);
  if (leading) {
    const comma = leading.rest.indexOf(', ');
    if (comma <= 0) return { main: sentence };
    return { link: leading.link, side: trim(leading.rest.slice(0, comma)), main: trim(leading.rest.slice(comma + 1)) };
  }
  const inner = INNER.exec(sentence);
  if (!inner || inner.index < 2) return { main: trim(sentence) };
  const tail = linkOf(sentence.slice(inner.index).replace(/^[,\s]+/, ''));
  return tail
    ? { link: tail.link, side: trim(tail.rest), main: trim(sentence.slice(0, inner.index)) }
    : { main: trim(sentence) };
}

const LEAD =
  /^(?:from now on|in (?:the )?future|going forward|next time|as a rule|in general|by default|please|always|just|then|first|simply|kindly|you (?:should|must|have to|need to|ought to|can)|you'd better|make sure(?: that)?(?: you| to)|be sure to|remember to|don't forget to|i (?:want|need|expect|would like) you to|i'd (?:like|prefer) you to|i'd rather you|(?:the|our) rule is(?: to)?|it's important to)[,:]?\s+/i;
const BAN =
  /^(?:don't|do not|dont|never|please don't|you (?:must|should|may|can) ?not|you shouldn't|you mustn't|you can't|you (?:must|should) never|i don't want you to)\s+(?:ever\s+|just\s+|try to\s+)?/i;
const STOP = /^(?:stop|quit|avoid|no more|refrain from)\s+(\w+ing)\b/i;

/** The main clause as an order, or nothing. */
export function orderOf(main: string): Order | undefined {
  let text = main;
  for (let i = 0; i < 4 && LEAD.test(text); i += 1) text = text.replace(LEAD, '');
  const stop = STOP.exec(text);
  if (stop) {
    const verb = baseVerb(stop[1]!);
    return verb ? { verb, text: trim(`${verb}${text.slice(stop[0].length)}`), ban: true } : undefined;
  }
  const ban = BAN.exec(text);
  if (ban) text = text.slice(ban[0].length);
  const verb = /^[a-z]+/i.exec(text)?.[0].toLowerCase();
  return verb ? { verb, text: lower(trim(text)), ban: ban !== null } : undefined;
}
