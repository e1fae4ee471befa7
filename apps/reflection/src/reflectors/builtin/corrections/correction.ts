import type { EvidenceRecord, HumanProof } from '#contracts';
import { englishRule } from './english.js';
import { foreignRule } from './foreign.js';
import { languageOf } from './language.js';
import { type Rule, refused, type Verdict } from './verdict.js';

/** A person's message and what it is. */
export interface Heard {
  job: EvidenceRecord;
  item: number;
  human: HumanProof;
  text: string;
  verdict: Verdict;
}

const verdictOf = (text: string): Verdict => {
  const language = languageOf(text);
  if (language === 'en') return englishRule(text);
  return language === 'other'
    ? { reason: 'not_a_correction', detail: 'a language that is not covered' }
    : foreignRule(text, language);
};

/** Whether a message commands or forbids a way of working beyond its task, in any covered language. */
export const hear = (text: string): Verdict => verdictOf(text);

/** What people said in a job, from item `from` on. */
export const heardIn = (job: EvidenceRecord, from: number): Heard[] =>
  job.humanMessages.flatMap(({ item, human }) => {
    const said = job.items[item];
    return said?.type === 'message' && item >= from
      ? [{ job, item, human, text: said.text, verdict: hear(said.text) }]
      : [];
  });

export const quoteOf = (heard: Heard): string =>
  (refused(heard.verdict) ? heard.text.replace(/\s+/g, ' ').trim() : heard.verdict.quote).slice(0, 400);
export const ruleIn = (heard: Heard): Rule | undefined => (refused(heard.verdict) ? undefined : heard.verdict.rule);
