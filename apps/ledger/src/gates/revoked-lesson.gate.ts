import { isBanned } from '#domain';
import { supportOf } from './support.js';
import type { BanInForce, Gate } from './gate.js';

/** Gate 15: a person revoked that meaning, or the very items of evidence that it rested on. */
export const revokedLesson: Gate = (proposal, context) => {
  const digests = [...new Set(supportOf(proposal, context.bundle).map(({ digest }) => digest))];
  const hit = context.bans
    .filter(({ scope, skill }) => scope === 'agent' || skill === proposal.skill)
    .find((ban) => isBanned(proposal.content, ban.content, context.thresholds.ban) || restsOnBanned(digests, ban));
  return hit && { reason: 'revoked_lesson', conflictsWith: hit.lessonId };
};

/** More than half, by digest: the same items in a job of another id are the same. */
function restsOnBanned(digests: readonly string[], { evidenceDigests }: BanInForce): boolean {
  const banned = digests.filter((digest) => evidenceDigests.includes(digest)).length;
  return banned * 2 > digests.length;
}
