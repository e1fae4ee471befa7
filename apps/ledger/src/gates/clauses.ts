import { sentencesOf } from '#domain';

export interface Clause {
  text: string;
  /** Says when, not what to do. */
  condition: boolean;
}

const OPENS =
  'when(?:ever)?|if|in case|once|while|before|after|until|till|unless|as soon as|as long as|each time|every time|any time|during|provided|given that|because|since|where|upon';
const LEADING = new RegExp(`^(?:(?:and|but|so|then|also|only|even|just|right)\\s)?(?:${OPENS})\\b`, 'i');
const LEADING_PHRASE = /^(?:on|with|for|in|under|at|inside|within|without)\s/i;
const INNER = new RegExp(`\\s(?=(?:${OPENS})\\s)`, 'i');

/** The clauses of each sentence in order, cut at commas, semicolons, colons and words that open a condition. Code spans stay whole. */
export const clausesOf = (text: string): Clause[][] => sentencesOf(text).map(clausesOfSentence);

function clausesOfSentence(sentence: string): Clause[] {
  const pieces = cut(sentence);
  const clauses: Clause[] = [];
  pieces.forEach((piece, index) => {
    const leading = LEADING.test(piece) || (index === 0 && pieces.length > 1 && LEADING_PHRASE.test(piece));
    if (leading) clauses.push({ text: piece, condition: true });
    else {
      const at = INNER.exec(piece)?.index;
      if (at === undefined) clauses.push({ text: piece, condition: false });
      else {
        clauses.push({ text: piece.slice(0, at), condition: false });
        clauses.push({ text: piece.slice(at + 1), condition: true });
      }
    }
  });
  return clauses;
}

/** At `, ; : —` followed by a blank, outside of code spans and quotes. */
function cut(sentence: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let code = false;
  for (let at = 0; at < sentence.length; at++) {
    const char = sentence[at]!;
    if (char === '`') code = !code;
    const stop =
      !code && (',;:—'.includes(char) || (char === '-' && sentence[at - 1] === ' ' && sentence[at + 1] === ' '));
    if (!stop || !/\s/.test(sentence[at + 1] ?? ' ')) continue;
    pieces.push(sentence.slice(from, at).trim());
    from = at + 1;
  }
  pieces.push(sentence.slice(from).trim());
  return pieces.filter((piece) => piece !== '');
}
