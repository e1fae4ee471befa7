import { sentencesOf } from './sentences.js';
import { type Rule, refused, tellingMost, type Verdict } from './verdict.js';
import { baseVerb, EITHER_VERBS, METHOD_VERBS, told, toolLike, TRADE } from './verbs.js';

const QUESTION =
  /\?["')]*$|^(?:why|what|which|who|how|where|can you|could you|would you|will you|do you|did you|are you|is (?:it|that|there|this)|does|shouldn't|should (?:we|i|you))\b/i;
const DOUBT =
  /\b(?:i(?:'m| am) (?:wondering|not sure|guessing|leaning)|i (?:wonder|guess|think|feel|suspect|suppose|dunno|thought)|maybe|perhaps|probably|possibly|not sure|correct me)\b/i;
const OUTCOME =
  /\b(?:shorter|longer|concise(?:ly)?|brief(?:ly)?|verbose|terse|detailed|more detail|thorough(?:ly)?|in depth|tone|wording|phras(?:e|ing)|style|styling|polite(?:ly)?|friendl(?:y|ier)|formal|nicer|prettier looking|beautiful|readable|cleaner|elegant|clear(?:er)?|headings?|headlines?|title case|bullet points?|bullets|emojis?|colou?rs?|font|layout|paragraphs?|sentences?|markdown table|summary|high quality|better|comments? in(?:to)?|spelling|grammar|adjectives?|jargon|professional(?:ly)?)\b/i;
const GENERAL =
  /\b(?:always|never|from now on|in (?:the )?future|going forward|every time|each time|whenever|as a rule|in general|by default|next time|any more|anymore|ever|under any circumstances)\b/i;
/** Points at this task. `from now on` and `that` before a clause do not. */
const POINTER =
  /\b(?:this|these|those|here|now|today|tonight|currently|at the moment|right away|just once|above|below|tomorrow|again|yesterday|the (?:first|second|third|last|other|next|previous) (?:one|file|test|item|line|step|section|page|commit|option))\b|\bthat\b(?! (?:you|the|we|it|i|all|every|each|any|there|a|an|no|are|is|they|works?|need|do|does|have|has|can|will|use|way)\b)/i;
const OPENER =
  /^(?:ok(?:ay)?|well|yes|yep|no|nope|nah|hey|hi|hmm|oh|please|pls|and|but|also|so|btw|fyi|good|great|nice|fine|thanks|thank you|remember|note|wait|stop|listen|look|actually|right|sorry|important|reminder|rule|one more thing|just|again|ugh|argh|for the record|for next time|general rule|tip|w8)(?:[,!:.…-]+\s*|\s+(?=please|don't|do not|never|always|use|run|when|before|if|stop)\s*)/i;

/** Only the words, without greetings and fillers before them. */
function withoutOpeners(sentence: string): string {
  let text = sentence.replace(/^[-*•\d.)\s]+/, '').replace(/[’]/g, "'");
  for (let i = 0; i < 5; i += 1) {
    const match = OPENER.exec(text);
    if (!match) break;
    text = text.slice(match[0].length).trimStart();
  }
  return text;
}

const trim = (text: string): string => text.replace(/^[\s,;:-]+|[\s,;:.!…-]+$/g, '');
const lower = (text: string): string =>
  /^(?:I\b|[A-Z]{2}|[A-Z][a-z]*[A-Z])/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

interface Clauses {
  /** `before`, `when`, `if`, `after`, `until`, `unless`. */
  link?: string;
  side?: string;
  main: string;
}

const LINKS: [RegExp, string][] = [
  [/^(?:whenever|when(?=\b|I\b)|every time|each time|any time|next time(?: that)?|once|as soon as)\s*/i, 'when'],
  [/^if\b\s*/i, 'if'],
  [/^before\b\s*/i, 'before'],
  [/^after\b\s*/i, 'after'],
  [/^unless\b\s*/i, 'unless'],
  [/^until\b\s*/i, 'until'],
];
const INNER =
  /,?\s(whenever|when(?=\s|I\b)|every time|each time|any time|next time|once|if|before|after|unless|until)\s?(?=[\w`I])/gi;

function linkOf(text: string): { link: string; rest: string } | undefined {
  for (const [pattern, link] of LINKS) {
    const match = pattern.exec(text);
    if (match) return { link, rest: text.slice(match[0].length) };
  }
  return undefined;
}

/** The sentence as its main clause and the clause that says when. */
function clausesOf(sentence: string): Clauses {
  const leading = linkOf(sentence);
  if (leading) {
    const comma = leading.rest.indexOf(', ');
    if (comma > 0)
      return {
        link: leading.link,
        side: trim(leading.rest.slice(0, comma)),
        main: trim(leading.rest.slice(comma + 1)),
      };
    return { main: sentence };
  }
  INNER.lastIndex = 0;
  const inner = INNER.exec(sentence);
  if (!inner || inner.index < 4) return { main: trim(sentence) };
  const tail = linkOf(sentence.slice(inner.index).replace(/^[,\s]+/, ''));
  return tail
    ? { link: tail.link, side: trim(tail.rest), main: trim(sentence.slice(0, inner.index)) }
    : { main: trim(sentence) };
}

const LEAD =
  /^(?:from now on|in (?:the )?future|going forward|next time|as a rule|in general|by default|please|always|just|then|first|simply|kindly|you (?:should|must|have to|need to|ought to|can)|you'd better|make sure (?:that )?(?:you |to )|be sure to|remember to|don't forget to|i (?:want|need|expect|would like|'d like) you to|i'd (?:like|prefer) you to|i'd rather you|(?:the|our) rule is(?: to)?:?|it's important to)[,:]?\s+/i;
const BAN =
  /^(?:don't|do not|dont|never|please don't|you (?:must|should|may|can) ?not|you shouldn't|you mustn't|you can't|you (?:must|should) never|i don't want you to|no need to)\s+(?:ever\s+|just\s+|try to\s+|again\s+)?/i;
const STOP = /^(?:stop|quit|avoid|no more|refrain from)\s+(\w+ing)\b/i;

interface Order {
  verb: string;
  /** With the verb, as an imperative. */
  text: string;
  ban: boolean;
}

/** The main clause as an order, or nothing. */
function orderOf(main: string): Order | undefined {
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

/** Whether an order is about a way of working: by its verb, or by what it is about. */
const isMethod = (order: Order): boolean =>
  METHOD_VERBS.has(order.verb) || (EITHER_VERBS.has(order.verb) && (TRADE.test(order.text) || toolLike(order.text)));

const INSTEAD =
  /^(?:use|prefer|call|run|try|go with|work with)\s+(.{1,120}?),?\s+(?:instead of|rather than|over|and not|not)\s+(?:using |calling |running |with )?(.{1,120})$/i;
const PAIR =
  /^(?:use|call|run)\s+(.{1,120}?)[,;]\s*(?:but |and |please )?(?:use|call|run|take|try)\s+(.{1,120}?)(?:\s+instead)?$/i;
const WITHOUT = /^(.{3,160}?)\s+without\s+(?:first\s+)?(\w+ing)\b(.{0,160})$/i;
const SCOPE = /^(.{3,160}?)\s+(?:to|for|in|on|inside)\s+(.{3,120})$/i;

const gerunds = (text: string): string => text.replace(/^(\w+ing)\b/, (word) => baseVerb(word) ?? word);

/** "one of them" after "both options" would lose its noun once the clauses change places. */
function resolve(side: string, main: string): string {
  const noun = /\b(?:both|all|the|all the)\s+(?:\w+\s)?(\w{3,}s)\b/i.exec(main)?.[1];
  return noun ? side.replace(/\b(one|any|each|either|some) of them\b/i, `$1 of the ${noun}`) : side;
}

/** What the words say, turned so that the condition comes first. Undefined where they name no condition. */
function ruleOf({ link, side, main }: Clauses, order: Order): Rule | undefined {
  const say = (condition: string, action: string): Rule => ({ condition: told(condition), action: told(action) });
  if (order.ban) {
    const pair = PAIR.exec(order.text);
    if (pair) return say(`When you would use ${trim(pair[1]!)}`, `use ${trim(pair[2]!)} instead`);
    const without = WITHOUT.exec(order.text);
    const first = without && baseVerb(without[2]!);
    if (without && first) return say(`Before you ${trim(without[1]!)}`, `${first}${without[3]!}`);
    if (side && link === 'until') return say(`Before you ${order.text}`, `wait until ${side}`);
    if (side && link === 'unless') return say(`Before you ${order.text}`, `make sure that ${side}`);
    if (side && link)
      return say(
        `${link === 'before' ? 'Before' : link === 'after' ? 'After' : link === 'if' ? 'If' : 'When'} ${side}`,
        `do not ${order.text}`,
      );
    return say(`When you are about to ${order.text}`, 'do not do it');
  }
  const instead = INSTEAD.exec(order.text);
  if (instead && (toolLike(order.text) || TRADE.test(order.text)) && !side)
    return say(`When you would use ${trim(instead[2]!)}`, `use ${trim(instead[1]!)} instead`);
  if (side && link === 'unless') return say(`When it is not the case that ${side}`, order.text);
  if (side && link) {
    const word =
      link === 'before'
        ? 'Before'
        : link === 'after'
          ? 'After'
          : link === 'if'
            ? 'If'
            : link === 'until'
              ? 'Until'
              : 'When';
    return say(`${word} ${resolve(side, main)}`, order.text);
  }
  const scope = SCOPE.exec(order.text);
  return scope && (order.verb === 'use' || order.verb === 'prefer')
    ? say(`When you work on ${gerunds(trim(scope[2]!))}`, trim(scope[1]!))
    : undefined;
}

const BROKEN =
  /(`[^`]{1,80}`|\b[\w-]{2,30})\s+(?:would not|wouldn't|will not|won't|does not|doesn't|do not|don't|cannot|can't|never)\s+works?\b(?: for me| in my case| for us| at all| reliably)?,?\s*(whenever|when|if|while|as long as)\s?(?=\w|`)(.{6,200})$/i;

/** "X does not work when Y": a condition of the environment, told by a person. */
function brokenWhen(sentence: string): Rule | undefined {
  const match = BROKEN.exec(trim(sentence));
  if (!match || !toolLike(match[1]!)) return undefined;
  const when = match[3]!.replace(/^I\b/, 'I').replace(/\bduring\b.{0,80}$/, '');
  return { condition: told(`When ${trim(when)}`), action: `do not rely on ${match[1]!}, which does not work then` };
}

const COMMON_FILES =
  /^(?:package(?:-lock)?\.json|pyproject\.toml|uv\.lock|yarn\.lock|tsconfig\.json|readme(?:\.md)?|changelog(?:\.md)?|agents\.md|claude\.md|contributing\.md|makefile|dockerfile|\.env|\.gitignore|\.npmrc|requirements\.txt|docker-compose\.ya?ml|go\.mod|cargo\.toml|cargo\.lock)$/i;
const FILE =
  /(?:[\w.-]{1,60}\/){0,6}[\w-]{1,60}\.(?:py|js|tsx?|jsx|txt|json|csv|md|sh|ya?ml|toml|xml|html?|css|log|gz|zip|pdf|xlsx?|docx?|pptx?|rb|go|rs|java|c|h|cpp|sql|ipynb|png|jpe?g)\b/gi;
const namesFile = (text: string): boolean =>
  (text.match(FILE) ?? []).some((name) => !COMMON_FILES.test(name.split('/').at(-1)!));

/** "it" with nothing in the sentence that it could stand for. */
const dangling = (text: string): boolean =>
  /^(?:\w+\s){1,2}(?:it|them|that)\b/i.test(text) &&
  !/,|\b(?:before|when|if|after)\b/i.test(text.slice(0, text.search(/\b(?:it|them|that)\b/i)));

function sentence(original: string): Verdict {
  const text = withoutOpeners(original);
  if (QUESTION.test(text)) return { reason: 'question', detail: 'a question' };
  const general = text.replace(/from now on|right now on|now and then/gi, 'always');
  const fact = brokenWhen(general);
  if (fact && !POINTER.test(fact.condition)) return { quote: original, rule: fact };
  if (DOUBT.test(text)) return { reason: 'not_a_correction', detail: 'a thought, not a rule' };
  if (/^let'?s\b/i.test(text)) return { reason: 'points_at_task', detail: 'a step of this task' };
  const clauses = clausesOf(text);
  const order = orderOf(clauses.main);
  if (!order || !isMethod(order)) {
    const outcome =
      OUTCOME.test(text) &&
      (GENERAL.test(text) || BAN.test(text) || /^(?:be|make|write|keep|add|use|sound)\b/i.test(text));
    return outcome
      ? { reason: 'prescribes_outcome', detail: 'speaks of what the result should be like' }
      : { reason: 'not_a_correction', detail: 'neither commands nor forbids a way of working' };
  }
  if (OUTCOME.test(text)) return { reason: 'prescribes_outcome', detail: 'speaks of what the result should be like' };
  if (
    POINTER.test(general) ||
    namesFile(text) ||
    dangling(order.text) ||
    /^(?:if|when) (?:so|not|yes|no|done|it|they|that)\b/i.test(`${clauses.link} ${clauses.side}`)
  )
    return { reason: 'points_at_task', detail: 'points at this task' };
  const method = toolLike(order.text) || TRADE.test(order.text);
  const carries =
    GENERAL.test(text) ||
    (clauses.side !== undefined && (clauses.link !== 'after' || GENERAL.test(text))) ||
    (order.ban && method) ||
    (INSTEAD.test(order.text) && method);
  if (!carries) return { reason: 'points_at_task', detail: 'one step, nothing says that it carries over' };
  const rule = ruleOf(clauses, order);
  return rule ? { quote: original, rule } : { quote: original };
}

/** A person's message in English: the first sentence that is a rule, or why none is. */
export function englishRule(text: string): Verdict {
  const verdicts = sentencesOf(text)
    .flatMap((one) => one.split(/;\s+|\s[—–]\s|\s-\s|,\s(?=(?:so )?(?:please|never|always|from now on)\s)/))
    .map(sentence);
  return verdicts.find((one) => !refused(one)) ?? tellingMost(verdicts.filter(refused));
}
