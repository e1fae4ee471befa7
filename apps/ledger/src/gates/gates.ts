import { activeCap } from './active-cap.gate.js';
import { addsLimit } from './adds-limit.gate.js';
import { blankContent } from './blank-content.gate.js';
import { containsSecret } from './contains-secret.gate.js';
import { containsUrl } from './contains-url.gate.js';
import { contentTooLong } from './content-too-long.gate.js';
import { duplicateLesson } from './duplicate-lesson.gate.js';
import { evidenceOutsideBundle } from './evidence-outside-bundle.gate.js';
import type { Gate, GateContext, GateInput, Rejection } from './gate.js';
import { injectionSuspect } from './injection-suspect.gate.js';
import { insufficientEvidence } from './insufficient-evidence.gate.js';
import { noCondition } from './no-condition.gate.js';
import { notEnglish } from './not-english.gate.js';
import { notSelfContained } from './not-self-contained.gate.js';
import { prescribesOutcome } from './prescribes-outcome.gate.js';
import { revokedLesson } from './revoked-lesson.gate.js';
import { skillStanding } from './skill-standing.gate.js';
import { tooManySentences } from './too-many-sentences.gate.js';
import { transientFailure } from './transient-failure.gate.js';
import { unsafeAction } from './unsafe-action.gate.js';

/** Gates 2 to 20 in the order of domain.md section 4; gate 1 is `readProposal`, which makes what these judge. */
export const GATES: readonly Gate[] = [
  skillStanding,
  blankContent,
  containsUrl,
  contentTooLong,
  tooManySentences,
  notEnglish,
  injectionSuspect,
  containsSecret,
  unsafeAction,
  notSelfContained,
  prescribesOutcome,
  noCondition,
  duplicateLesson,
  revokedLesson,
  evidenceOutsideBundle,
  insufficientEvidence,
  transientFailure,
  addsLimit,
  activeCap,
];

/** The rejection of the first gate that fails, or undefined for a proposal that every gate lets through. */
export function judge(proposal: GateInput, context: GateContext): Rejection | undefined {
  for (const gate of GATES) {
    const rejection = gate(proposal, context);
    if (rejection !== undefined) return rejection;
  }
  return undefined;
}
