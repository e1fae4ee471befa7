import type { Gate } from './gate.js';
import { clausesOf } from './clauses.js';
import { unescaped } from './layers.js';
import { UNSAFE } from './unsafe-patterns.js';

/** Words that turn an order into its opposite, up to the next stop or "by", "and then", "use". */
const NEGATION =
  /\b(?:do not|don['’]t|does not|must not|should not|shall not|may not|cannot|can['’]t|never|avoid|without|instead of|rather than|not|no|remove|removing|drop|omit|leave out|leave off|skip|refuse|refuse to|forbid|unset|no longer|stop|quit|instead|nor|refrain from|resist|ask before|leave)\b(?!\s(?:forget|hesitate|fail|worry|bother|be afraid|only|just)\b)[^,;:.]{0,80}$/i;
const ENDS_NEGATION = /\b(?:by|but|then|use|using|instead use|simply|just|and (?:then|use|run|set|pass|add)|via)\b/i;
const AFTER =
  /^\S{0,40}\s{0,2}(?:is |are )?(?:out\b|off\b|alone\b|away\b|is not allowed|not allowed|is forbidden|forbidden|is dangerous|is unsafe|must not|should not|never\b)/i;

/** Gate 10: turns off a guard, widens rights, destroys, or runs what it downloads. To tell to leave such a thing out is fine. */
export const unsafeAction: Gate = ({ folded }) => {
  const detail = findUnsafe(folded.all);
  return detail === undefined ? undefined : { reason: 'unsafe_action', detail };
};

/** What a folded text tells to do that it must not, or undefined. */
export function findUnsafe(folded: string): string | undefined {
  for (const clauses of clausesOf(unescaped(folded))) {
    // "When it fails run …" has no comma: then the condition holds the order.
    const whole = clauses.every(({ condition }) => condition);
    for (const { text, condition } of clauses) {
      for (const [what, pattern, always] of UNSAFE) {
        for (const match of text.matchAll(pattern)) {
          if (condition && !whole && onlySaysWhen(text, match.index)) continue;
          if (always || !isLeftOut(text, match.index, match[0].length)) return what;
        }
      }
    }
  }
  return undefined;
}

/** What comes after has been done; so has what a condition orders on the way. */
const onlySaysWhen = (clause: string, at: number): boolean =>
  !/^(?:after|once|following)\b/i.test(clause) && !ORDERS.test(clause.slice(0, at));
const ORDERS =
  /\b(?:and|then)\s(?:\w{1,12}\s){0,2}?(?:run|use|set|pass|add|execute|call|try|disable|turn|delete|remove|wipe|drop|skip|bypass|let|do)\b|\b(?:and|then)\s[`"']?$/i;

function isLeftOut(clause: string, at: number, length: number): boolean {
  const before = clause.slice(Math.max(0, at - 120), at).replace(/`/g, '');
  const negation = NEGATION.exec(before);
  if (negation && !ENDS_NEGATION.test(before.slice(negation.index + 3))) return true;
  return AFTER.test(clause.slice(at + length).replace(/`/g, ''));
}
