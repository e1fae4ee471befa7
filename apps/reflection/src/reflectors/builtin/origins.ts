import type { EvidenceRecord } from '#contracts';

const HOUR = 3_600_000;
const words = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .slice(0, 500)
      .split(/[^\p{L}]+/u)
      .filter(Boolean),
  );

/** Whether two tasks read alike, numbers aside. */
function likeTasks(a: EvidenceRecord, b: EvidenceRecord): boolean {
  const [x, y] = [words(a.task), words(b.task)];
  const common = [...x].filter((word) => y.has(word)).length;
  const all = x.size + y.size - common;
  return all === 0 || common / all >= 0.6;
}

/** Distinct origins among jobs; two of one credential with like tasks count apart only with the gap between them. */
export function countOrigins(jobs: readonly EvidenceRecord[], minGapHours: number): number {
  const counted: EvidenceRecord[] = [];
  for (const job of [...jobs].sort((a, b) => a.finishedAt.localeCompare(b.finishedAt))) {
    const distinct = counted.every(
      (other) =>
        other.origin !== job.origin &&
        (minGapHours <= 0 ||
          other.credential !== job.credential ||
          !likeTasks(other, job) ||
          Date.parse(job.finishedAt) - Date.parse(other.finishedAt) >= minGapHours * HOUR),
    );
    if (distinct) counted.push(job);
  }
  return counted.length;
}

/** Whether all jobs finished within one span of 24 hours. */
export function withinOneDay(jobs: readonly EvidenceRecord[]): boolean {
  const times = jobs.map((job) => Date.parse(job.finishedAt));
  return Math.max(...times) - Math.min(...times) <= 24 * HOUR;
}
