import { clausesOf, linkOf, type Order, orderOf } from './clauses.js';
import { asksFirst, brokenWhen, noteFrom, prefersOne } from './english-note.js';
import { sentencesOf } from './sentences.js';
import { refused, tellingMost, type Verdict } from './verdict.js';
import { EITHER_VERBS, isMethod, METHOD_VERBS, toolLike, TRADE } from './verbs.js';

const QUESTION =
  /\?["')]*$|^(?:why|what|which|who|how|where|can you|could you|would you|will you|do you|did you|are you|is (?:it|that|there|this)|does|shouldn't|should (?:we|i|you))\b/i;
const DOUBT =
  /\b(?:i(?:'m| am) (?:wondering|not sure|guessing|leaning)|i (?:wonder|guess|think|feel|suspect|suppose|dunno|thought)|maybe|perhaps|probably|possibly|not sure|correct me)\b/i;
const OUTCOME =
  /\b(?:shorter|longer|concise(?:ly)?|brief(?:ly)?|verbose|terse|detailed|more detail|thorough(?:ly)?|in depth|tone|wording|phras(?:e|ing)|style|styling|polite(?:ly)?|friendl(?:y|ier)|formal|nicer|prettier looking|beautiful|readable|cleaner|elegant|clear(?:er)?|headings?|headlines?|title case|bullet points?|bullets|emojis?|colou?rs?|font|layout|paragraphs?|sentences?|markdown table|summary|high quality|better|comments? in(?:to)?|spelling|grammar|adjectives?|abbreviations?|jargon|fewer words|professional(?:ly)?|in (?:english|german|french|spanish|chinese|japanese|korean|vietnamese))\b/i;
const GENERAL =
  /\b(?:always|never|from now on|in (?:the )?future|going forward|every time|each time|whenever|as a rule|in general|by default|next time|any more|anymore|ever|under any circumstances)\b/i;
const SWEEPING = /\b(?:any|anything|every|each|all|a|an)\b/i;
/** Points at this task. */
const POINTER =
  /\b(?:this|these|those|here|now|today|tonight|currently|at the moment|right away|just once|above|below|tomorrow|again|yesterday|yet|the (?:first|second|third|last|other|next|previous) (?:one|file|test|item|line|step|section|page|commit|option|branch))\b/i;
/** "that" for a thing; not where it opens a clause ("check that …", "files that …"). */
const THAT =
  /(?<!\b(?:check|sure|ensure|verify|confirm|certain|so|assume|know|anything|everything|one|\w{3,20}s) )\bthat\b(?! (?:you|the|we|it|i|all|every|each|any|there|a|an|no|are|is|they|works?|need|do|does|have|has|can|will|use|way)\b)/i;
/** A moment of this task: "when you are finished", "before we start". */
const THIS_MOMENT =
  /^(?:so|not|yes|no|done|finished|ready|possible|it|they|that|you(?:'re| are|'ve| have) (?:finished|done|ready)|we)\b/i;
const OPENER =
  /^(?:ok(?:ay)?|well|yes|yep|no|nope|nah|hey|hi|hmm|oh|please|pls|and|but|also|so|btw|fyi|good|great|nice|fine|thanks|thank you|remember|note|wait|stop|listen|look|actually|right|sorry|important|reminder|rule|one more thing|just|again|ugh|argh|for the record|for next time|general rule|tip|w8)(?:[,!:.…-]+\s*|\s+(?=please|don't|do not|never|always|use|run|when|before|if|stop)\s*)/i;
const ADVERB =
  /^(?:from now on|in (?:the )?future|going forward|next time|as a rule|in general|by default)(?:[,:]\s*|\s+(?!you\b|we\b|i\b|the\b|that\b|it\b))/i;

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

const COMMON_FILES =
  /^(?:package(?:-lock)?\.json|pyproject\.toml|uv\.lock|yarn\.lock|tsconfig\.json|readme(?:\.md)?|changelog(?:\.md)?|agents\.md|claude\.md|contributing\.md|makefile|dockerfile|\.env|\.gitignore|\.npmrc|requirements\.txt|docker-compose\.ya?ml|go\.mod|cargo\.toml|cargo\.lock)$/i;
const FILE =
  /(?:[\w.-]{1,60}\/){0,6}[\w-]{1,60}\.(?:py|js|tsx?|jsx|txt|json|csv|md|sh|ya?ml|toml|xml|html?|css|log|gz|zip|pdf|xlsx?|docx?|pptx?|rb|go|rs|java|c|h|cpp|sql|ipynb|png|jpe?g)\b/gi;
const namesFile = (text: string): boolean =>
  (text.match(FILE) ?? []).some((name) => !COMMON_FILES.test(name.split('/').at(-1)!));

/** "it" right after the verb, with nothing before it that it could stand for. */
const dangling = (order: Order): boolean => /^(?:\w+\s){1,2}(?:it|them|that$)(?:\b|$)/i.test(order.text);

function pointsAtTask(text: string, clauses: ReturnType<typeof clausesOf>, order: Order): boolean {
  const timeless = text.replace(/from now on|now and then/gi, 'always');
  const side = clauses.side ?? '';
  return (
    POINTER.test(timeless) ||
    THAT.test(timeless) ||
    namesFile(text) ||
    (linkOf(text) ? /\b(?:it|them|one$)(?:\b|$)/i.test(side) : dangling(order)) ||
    (/\bit\b/i.test(side) && /\bthe \w/i.test(clauses.main)) ||
    (!GENERAL.test(text) && THIS_MOMENT.test(side))
  );
}

/** Whether anything says that the order holds beyond this task. */
function carriesOver(text: string, clauses: ReturnType<typeof clausesOf>, order: Order): boolean {
  if (GENERAL.test(text)) return true;
  const trade = toolLike(order.text) || TRADE.test(order.text);
  if (order.ban) return trade || asksFirst(order);
  if (clauses.side === undefined || clauses.link === 'after')
    return (
      prefersOne(order) && (toolLike(order.text) || (trade && METHOD_VERBS.has(order.verb) && order.verb !== 'use'))
    );
  return METHOD_VERBS.has(order.verb) || toolLike(`${order.text} ${clauses.side}`) || SWEEPING.test(clauses.side);
}

const OUTCOME_RULE = { reason: 'prescribes_outcome', detail: 'speaks of what the result should be like' } as const;

function sentence(original: string): Verdict {
  const text = withoutOpeners(original);
  if (QUESTION.test(text)) return { reason: 'question', detail: 'a question' };
  const fact = brokenWhen(text);
  if (fact && !POINTER.test(text)) return { quote: original, rule: fact };
  if (DOUBT.test(text)) return { reason: 'not_a_correction', detail: 'a thought, not a rule' };
  if (/^let'?s\b/i.test(text)) return { reason: 'points_at_task', detail: 'a step of this task' };
  const clauses = clausesOf(text.replace(ADVERB, ''));
  const order = orderOf(clauses.main);
  if (!order || !isMethod(order, clauses.side)) {
    const rule = GENERAL.test(text) || order?.ban === true || /^(?:be|make|write|keep|add|use|sound|try)\b/i.test(text);
    if (order && EITHER_VERBS.has(order.verb) && POINTER.test(text))
      return { reason: 'points_at_task', detail: 'points at this task' };
    return OUTCOME.test(text) && rule
      ? OUTCOME_RULE
      : { reason: 'not_a_correction', detail: 'neither commands nor forbids a way of working' };
  }
  if (OUTCOME.test(text)) return OUTCOME_RULE;
  if (pointsAtTask(text, clauses, order)) return { reason: 'points_at_task', detail: 'points at this task' };
  if (!carriesOver(text, clauses, order))
    return { reason: 'points_at_task', detail: 'one step, nothing says that it carries over' };
  const rule = noteFrom(clauses, order);
  return rule ? { quote: original, rule } : { quote: original };
}

const SPLIT = /;\s+|\s[—–]\s|\s-\s|,\s(?=(?:so )?(?:please|from now on)\s)/;
/** A sentence that strings several orders together, cut between them; one that starts with its condition stays whole. */
const ordersOf = (one: string): string[] => (linkOf(one) ? [one] : one.split(SPLIT));

/** A person's message in English: the first sentence that is a rule, or why none is. */
export function englishRule(text: string): Verdict {
  const verdicts = sentencesOf(text).flatMap(ordersOf).map(sentence);
  return verdicts.find((one) => !refused(one)) ?? tellingMost(verdicts.filter(refused));
}
