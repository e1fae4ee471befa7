import { SUPPORTING_CLASSES, type EvidenceRecord } from '#contracts';

type Job = Pick<EvidenceRecord, 'items' | 'skills' | 'calls' | 'humanMessages'>;

/** The skill that a note from this job would go to: in use at its first finding, else its only one, else the agent's default. */
export function chosenSkill(job: Job, defaultSkill: string | null): string | null {
  const supporting: readonly string[] = SUPPORTING_CLASSES;
  const findings = [
    ...job.calls.filter((call) => supporting.includes(call.class)).map(({ item }) => item),
    ...job.humanMessages.map(({ item }) => item),
  ].sort((one, other) => one - other);
  for (const item of findings) {
    const skill = skillInUse(job, item);
    if (skill !== undefined) return skill;
  }
  const all = [...new Set([...job.skills, ...job.items.flatMap((item) => (item.type === 'skill' ? [item.name] : []))])];
  return all.length === 1 ? all[0]! : defaultSkill;
}

/** Named by the call itself, else the last one loaded before it. */
function skillInUse({ items }: Job, at: number): string | undefined {
  const item = items[at];
  if ((item?.type === 'command' || item?.type === 'tool') && item.skill !== undefined) return item.skill;
  for (let before = at - 1; before >= 0; before--) {
    const earlier = items[before]!;
    if (earlier.type === 'skill') return earlier.name;
  }
  return undefined;
}
