import { withoutCode, withoutQuotes } from '#domain';
import type { Gate } from './gate.js';
import { clausesOf } from './clauses.js';

/** Says what the result should be like, wherever it stands. */
const ALWAYS: readonly RegExp[] = [
  /\b(?:friendly|polite|politely|courteous|warm|professional|formal|informal|casual|confident|enthusiastic|humorous|witty|empathetic|respectful|neutral|positive|cheerful|playful|authoritative|persuasive|engaging|conversational) (?:and \w{1,20} |, \w{1,20} )?(?:tone|voice|style|manner|language|register|wording|attitude|note|answer|reply|email|greeting)\b/i,
  /\b(?:tone|writing style|style of writing|tone of voice|voice|register|wording|phrasing|prose)\b (?:is|should|must|has to|needs? to|be|stays?|friendly|formal|light|warm)/i,
  /\b(?:high|higher|highest|top|best|better|excellent|great|superior|production|publication)[- ](?:quality|grade|standard)\b|\bof (?:high|the highest|good|great|excellent) quality\b|\bworld[- ]class\b|\bbest possible\b|\bas (?:good|thorough|detailed|complete|clear|concise|short|brief|long|helpful|accurate|elegant|simple) as possible\b/i,
  /\b(?:elegant|elegantly|beautiful|beautifully|polished|well[- ]written|well[- ]crafted|insightful|in-depth|in depth|comprehensive|comprehensively|well[- ]structured|well[- ]organi[sz]ed|well[- ]thought[- ]out|eloquent|compelling|sophisticated|exhaustive|exhaustively|creative|creatively|impressive|delightful|pleasant|professional-looking|good-looking|well[- ]rounded|thought-provoking|high-level of detail|state-of-the-art)\b/i,
  /\b(?:at least|at most|no more than|no less than|not more than|up to|around|about|exactly|under|over|minimum of|maximum of|within|fewer than|less than|more than)? ?(?:\d{1,5}|a|one|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|hundred|several|many|multiple|half a) (?:full |short |long |whole )?(?:pages?|paragraphs?|words|sentences?|bullet points|bullets|adjectives|examples)(?: long| in length| each| per| or less| or more| at most| at least)/i,
  /\b(?:at least|at most|no more than|no less than|not more than|minimum of|maximum of|fewer than|less than|more than) (?:\d{1,5}|one|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty) (?:full |short |long )?(?:pages?|paragraphs?|words|sentences?|bullet points|bullets|adjectives|sources|citations|references)\b/i,
  /\b(?:give|state|share|offer|add|voice|express|include|take|form|have) (?:a |an |your |its |the )?(?:strong |clear |firm |own |honest |personal )?(?:opinion|stance|point of view|viewpoint|judgement on|recommendation of your own|moral)\b|\b(?:be|stay|remain|sound) (?:\w{1,20} and |\w{1,20}, |very |more |always |really )?(?:honest|confident|creative|brief|critical|optimistic|positive|polite|friendly|concise|thorough|verbose|objective|impartial|empathetic|humble|helpful|professional|original|bold|persuasive|detailed|succinct|comprehensive|rigorous|meticulous|courteous|assertive|diplomatic|neutral|patient|kind)\b/i,
  /\b(?:use|write in|answer in|avoid|prefer|keep to|stick to) (?:an? |the |more |only |simple |plain |shorter |longer )*(?:active voice|passive voice|plain language|simple language|short sentences|long sentences|bullet points|emojis?|exclamation marks|jargon|adjectives|first person|second person|third person|headings|oxford commas?|british spelling|american spelling|humou?r|metaphors?)\b/i,
  /\b(?:go|dig|look) (?:the extra mile|deep(?:er)?|into (?:great|full|more|every) (?:detail|depth))\b|\b(?:leave no stone unturned|do your best|try harder|aim for excellence|strive for|pay attention to detail|with great care|take pride|think (?:harder|deeply|carefully|step by step)|reason carefully|double your effort|work harder|put in more effort)\b/i,
  /\b(?:more|enough|sufficient|greater|full|rich|plenty of|lots of) (?:depth|detail|nuance|insight|context and nuance|rigou?r)\b/i,
  /\b(?:cover|address|treat|discuss|explore|consider|mention) (?:each and every|every single|every|each|all(?: of)?(?: the)?(?: possible| relevant)?) (?:aspects?|angles?|facets?|sides?|perspectives?|dimensions?|details?|viewpoints?)\b/i,
];
/** Words of quality, and what they are asked of. */
const QUALITY =
  /\b(?:thorough|thoroughly|comprehensive|comprehensively|detailed|complete|completely|concise|concisely|brief|briefly|short|shorter|long|longer|lengthy|clear|clearly|clean|cleaner|readable|precise|rigorous|balanced|neat|nice|nicely|good|better|great|perfect|perfectly|excellent|attractive|appealing|easy to (?:read|follow|understand)|understandable|consistent in style|careful|carefully|simple|stylish|helpful|useful|original|deep|deeply|succinct|accurate|informative|idiomatic|maintainable|graceful|structured|well[- ]structured|organized|well[- ]organized|formatted|well[- ]formatted|interesting|meaningful|robust|friendly|polite|professional|formal)\b/i;
const PRODUCT =
  /\b(?:summar(?:y|ies)|reports?|answers?|repl(?:y|ies)|reviews?|analys[ei]s|essays?|articles?|explanations?|descriptions?|solutions?|documentation|docs|writing|prose|text|texts|e-?mails?|letters?|stor(?:y|ies)|code|comments?|commit messages?|designs?|presentations?|slides?|conclusions?|recommendations?|overviews?|posts?|drafts?|sections?|paragraphs?|work|charts?|layouts?|reasoning|research|findings|introductions?|titles?|responses?|translations?)\b/i;
const ASKS =
  /^(?:please |always |then |and |also |never |do not |don['’]t |instead |first )*(?:write|make|keep|be|give|provide|produce|deliver|answer|respond|reply|explain|describe|prefer|ensure|sound|aim|phrase|present|create|craft|compose|draft|review|analy[sz]e|summari[sz]e|format|structure|strive|try to|seek|want|use|include|add|avoid|focus|research|document|design)\b/i;
/** "make it thorough" */
const MAKES =
  /\b(?:make|keep|write|phrase|leave|render|present) (?:it|them|that|this|everything|each|all of it|the whole) (?:\w{1,20} ){0,3}?/i;
const CODE_QUALITY =
  /\b(?:prefer|favou?r|choose|write|produce|aim for|strive for) (?:\w{1,20} ){0,3}?(?:clean|readable|simple|elegant|maintainable|idiomatic|robust|good|better|clever|minimal|efficient) (?:\w{1,20} ){0,2}?(?:code|solutions?|designs?|functions?|abstractions?|architecture|implementations?|names?|naming|identifiers?|variables?|modules?|classes|apis?)\b/i;

/** Gate 12: lessons are about tools and methods, never about what the result should be like. */
export const prescribesOutcome: Gate = ({ folded }) => {
  const prose = withoutQuotes(withoutCode(folded.content)).replace(/\s+/g, ' ');
  const orders = clausesOf(prose).flatMap((clauses) => {
    const told = clauses.filter(({ condition }) => !condition);
    return told.length > 0 ? told : clauses;
  });
  for (const { text } of orders) {
    if (ALWAYS.some((pattern) => pattern.test(text)) || CODE_QUALITY.test(text)) return outcome;
    if (ASKS.test(text) && QUALITY.test(text) && (MAKES.test(text) || asksOfProduct(text))) return outcome;
  }
  // "Always write in a friendly, professional tone": the comma parts what belongs together.
  return ALWAYS.slice(0, 2).some((pattern) => pattern.test(prose)) ? outcome : undefined;
};
const outcome = { reason: 'prescribes_outcome' as const, detail: 'says what the result should be like' };

/** "write a clear summary", "keep the answer short": the word of quality and the product stand close together. */
function asksOfProduct(text: string): boolean {
  const quality = QUALITY.exec(text);
  const product = PRODUCT.exec(text);
  return quality !== null && product !== null && Math.abs(quality.index - product.index) <= 40;
}
