import type { EvidenceRecord } from '#contracts';

/** The skill in use at an item: of the call itself, else the last one taken up before it that the job lists. A message
 * answers the calls before it, so it takes theirs. */
function skillAt(job: EvidenceRecord, index: number): string | undefined {
  const message = job.items[index]?.type === 'message';
  for (let i = index; i >= 0; i -= 1) {
    const item = job.items[i];
    if (item?.type === 'skill' && job.skills.includes(item.name)) return item.name;
    if ((item?.type === 'command' || item?.type === 'tool') && item.skill && (message || i === index))
      return item.skill;
  }
  return undefined;
}

/** The skill a note from this item goes to, or undefined. */
export const chooseSkill = (job: EvidenceRecord, index: number, defaultSkill?: string): string | undefined =>
  skillAt(job, index) ?? (job.skills.length === 1 ? job.skills[0] : defaultSkill);
