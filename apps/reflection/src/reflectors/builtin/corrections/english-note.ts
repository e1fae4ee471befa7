import { type Clauses, type Order, orderOf, trim } from './clauses.js';
import type { Rule } from './verdict.js';
import { baseVerb, isMethod, told, toolLike } from './verbs.js';

const INSTEAD =
  /^(?:use|prefer|call|run|try|go with|work with)\s+(.{1,120}?),?\s+(?:instead of|rather than|over|and never|never|and not|not)\s+(?:using |calling |running |with )?(.{1,120})$/i;
const PAIR =
  /^(?:use|call|run)\s+(.{1,120}?)[,;]\s*(?:but |and |please )?(?:use|call|run|take|try)\s+(.{1,120}?)(?:\s+instead)?$/i;
const WITHOUT = /^(.{3,160}?)\s+without\s+(?:first\s+)?(\w+ing)\b(.{0,160})$/i;
const SCOPE = /^(.{3,160}?)\s+(?:to|for|in|on|inside)\s+(.{3,120})$/i;

/** "use X instead of Y", "use X, don't use Y". */
export const prefersOne = (order: Order): boolean => INSTEAD.test(order.text) || second(order.text)?.order.ban === true;
/** "never X without Y-ing". */
export const asksFirst = (order: Order): boolean => WITHOUT.test(order.text);

const gerunds = (text: string): string => text.replace(/^(\w+ing)\b/, (word) => baseVerb(word) ?? word);

/** "one of them" after "both options" would lose its noun once the clauses change places. */
function resolve(side: string, main: string): string {
  const noun = /\b(?:both|all|the|all the)\s+(?:\w+\s)?(\w{3,}s)\b/i.exec(main)?.[1];
  return noun ? side.replace(/\b(one|any|each|either|some) of them\b/i, `$1 of the ${noun}`) : side;
}

const say = (condition: string, action: string): Rule => ({ condition: told(condition), action: told(action) });
const HEADS = { before: 'Before', when: 'When', if: 'If', after: 'After', until: 'Until' } as const;

/** An order after a comma that is one of its own: "…, use a venv instead", "…, look at the docs first". */
function second(text: string): { first: string; order: Order } | undefined {
  const comma = text.indexOf(', ');
  if (comma < 0) return undefined;
  const order = orderOf(trim(text.slice(comma + 1)).replace(/^(?:but|and|please)\s+/i, ''));
  return order && isMethod(order) ? { first: trim(text.slice(0, comma)), order } : undefined;
}

function fromBan({ link, side }: Clauses, { text }: Order): Rule | undefined {
  const pair = PAIR.exec(text);
  if (pair) return say(`When you would use ${trim(pair[1]!)}`, `use ${trim(pair[2]!)} instead`);
  const without = WITHOUT.exec(text);
  const first = without && baseVerb(without[2]!);
  if (without && first) return say(`Before you ${trim(without[1]!)}`, `${first}${without[3]!}`);
  const other = second(text);
  if (other && !other.order.ban && !side) return say(`When you are about to ${other.first}`, other.order.text);
  if (side && link === 'until') return say(`Before you ${text}`, `wait until ${side}`);
  if (side && link === 'unless') return say(`Before you ${text}`, `make sure that ${side}`);
  if (side && link === 'for') return say(`When you work on ${side}`, `do not ${text}`);
  if (side && link) return say(`${HEADS[link as keyof typeof HEADS]} ${side}`, `do not ${text}`);
  return say(`When you are about to ${text}`, 'do not do it');
}

/** What the words say, turned so that the condition comes first. Undefined where they name no condition. */
export function noteFrom(clauses: Clauses, order: Order): Rule | undefined {
  const { link, side, main } = clauses;
  if (order.ban) return fromBan(clauses, order);
  if (!side) {
    const instead = INSTEAD.exec(order.text);
    const verb = order.verb === 'run' || order.verb === 'call' ? order.verb : 'use';
    if (instead) return say(`When you would ${verb} ${trim(instead[2]!)}`, `${verb} ${trim(instead[1]!)} instead`);
    const other = second(order.text);
    if (other?.order.ban) return say(`When you are about to ${other.order.text}`, `${other.first} instead`);
    const scope = SCOPE.exec(order.text);
    const scoped = scope && (order.verb === 'use' || order.verb === 'prefer');
    return scoped ? say(`When you work on ${gerunds(trim(scope[2]!))}`, trim(scope[1]!)) : undefined;
  }
  if (link === 'for') return say(`When you work on ${gerunds(side)}`, order.text);
  if (link === 'unless') return say(`When it is not the case that ${side}`, order.text);
  return link ? say(`${HEADS[link]} ${resolve(side, main)}`, order.text) : undefined;
}

const BROKEN =
  /(`[^`]{1,80}`|\b[\w-]{2,30})\s+(?:would not|wouldn't|will not|won't|does not|doesn't|do not|don't|cannot|can't|never)\s+works?\b(?: for me| in my case| for us| at all| reliably)?,?\s*(whenever|when|if|while|as long as|unless|until)\s?(?=\w|`)(.{6,200})$/i;

/** "X does not work when Y": a condition of the environment, told by a person. */
export function brokenWhen(sentence: string): Rule | undefined {
  const match = BROKEN.exec(trim(sentence));
  if (!match || !toolLike(match[1]!)) return undefined;
  const [, tool, link, rest] = match as unknown as [string, string, string, string];
  if (/^un/i.test(link)) return say(`Before you use ${tool}`, `make sure that ${trim(rest)}`);
  return say(`When ${trim(rest)}`, `do not rely on ${tool}, which does not work then`);
}
