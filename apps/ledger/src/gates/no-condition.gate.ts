import type { Gate } from './gate.js';
import { clausesOf } from './clauses.js';

/** Opens a condition anywhere in a sentence. */
const CONDITION =
  /\b(?:when(?:ever)?|if|in case(?: of)?|once|before|after|while|until|till|unless|during|as soon as|as long as|each time|every time|any time|provided|where|upon|in the event|should the|ahead of|prior to|following|whose|because|since)\b/i;
/** "On EADDRINUSE, …", "With pandoc 3, …", "For paths with blanks, …", "Inside a container, …" */
const PHRASE =
  /^(?:on|with|for|in|under|at|inside|within|without|behind|from)\s(?!general\b|principle\b|short\b|all\b|any case\b|every case\b|most cases\b|the end\b|my\b|your\b|fact\b|addition\b|practice\b|theory\b|sure\b|sake\b)[^,]{3,160},\s/i;
/** "quote paths that contain blanks" */
const RELATIVE =
  /\b(?:that|which) (?:contains?|holds?|starts?|begins?|ends?|lacks?|fails?|exceeds?|needs?|has|have|asks?|expects?|rejects?|spans?|takes?|returns?|prints?|is (?:not )?(?:read-only|empty|missing|larger|longer|too|over|in use)|are (?:not )?(?:read-only|empty|missing|larger|longer|too|over|in use))\b|\b(?:with|containing|having|longer than|larger than|over|above) (?:blanks?|spaces?|umlauts?|quotes?|non-ascii|nested|more than|\d)/i;
/** Conditions that always or never hold. */
const VACUOUS =
  /\b(?:(?:if|when(?:ever)?|where(?:ver)?|once) (?:at all )?(?:possible|needed|necessary|required|applicable|appropriate|in doubt|you can|you (?:like|want|wish|prefer|must|feel like it)|asked|convenient|available|feasible|practical)|as (?:needed|required|necessary)|after all|once and for all|at once|before long|once more|once again|ever since|no matter (?:when|what|where|if)|regardless of (?:when|where|if)|(?:when(?:ever)?|while) (?:you (?:are )?)?(?:working|doing (?:anything|something|work)|you work|you do (?:anything|something|your work)|used|using (?:it|anything|tools)|running (?:anything|commands|things)|you run (?:anything|something|commands))|because it is (?:bad|broken|better|worse|faster|slow|good)|since it is (?:bad|broken|better|worse|faster|slow|good)|before (?:anything|everything|doing anything)|in any case|under (?:any|no) circumstances|at any time|any time|every time|each time|where you are)(?=[\s,.;:!]|$)/gi;
/** Says of a thing that it is bad, and nothing to do. */
const VERDICT =
  /^(?:(?:the|this|that|our|your|a|an|all)\s)?(?:[\w`.'-]{1,40}\s){1,6}?(?:is|are|was|were|seems?|looks?|remains?)\s(?:\w{1,20}\s){0,3}?(?:broken|useless|unusable|buggy|unreliable|bad|flaky|terrible|dead|slow|faulty|defective|deprecated|dangerous|unstable|hopeless|wrong|down)\b[^,;]{0,40}$|^(?:(?:the|this|that)\s)?(?:[\w`.'-]{1,40}\s){1,5}?(?:does not|doesn['’]t|do not|don['’]t|never|cannot|can['’]t|won['’]t|will not)\s(?:really\s|ever\s)?(?:works?|function|run|start|be trusted|be used|be relied on)(?:\s(?:here|at all|well|properly|reliably|anymore|any more))?$/i;

/** Gate 13: the condition lets the reader check first. Bare orders, bare bans and "X is broken" have none. */
export const noCondition: Gate = ({ folded }) => {
  const text = folded.content.replace(/\s+/g, ' ').trim();
  const rest = text.replace(VACUOUS, ' ');
  const conditional = CONDITION.test(masked(rest)) || RELATIVE.test(masked(rest)) || PHRASE.test(rest.trim());
  if (!conditional) return { reason: 'no_condition', detail: 'says what to do without saying when' };
  const told = clausesOf(rest)
    .flat()
    .filter(({ condition }) => !condition)
    .map((clause) => clause.text.replace(/[.!?]+$/, '').trim())
    .filter((clause) => /\p{L}{2}/u.test(clause));
  if (told.length > 0 && told.every((clause) => VERDICT.test(clause)))
    return { reason: 'no_condition', detail: 'says that a thing is bad, not what to do' };
  return undefined;
};

/** Words in code or quotes open no condition: `if` is a keyword there. */
const masked = (text: string): string =>
  text.replace(/`[^`\n]{0,400}`|(?<![\p{L}\p{N}])'[^'\n]{2,200}'(?![\p{L}\p{N}])|"[^"\n]{2,200}"/gu, ' x ');
