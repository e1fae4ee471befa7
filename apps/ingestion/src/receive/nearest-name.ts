const fold = (name: string): string => name.toLowerCase().replace(/[_\s-]/g, '');
/** Longer names are no slip of the pen. */
const LONGEST = 40;

/** The known name that an unknown one was probably meant for: equal but for case and separators, or a few letters off. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined;
  const folded = fold(name);
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(folded, fold(candidate)) }))
    .sort((one, other) => one.distance - other.distance);
  const best = ranked[0];
  return best && best.distance <= Math.max(1, Math.floor(folded.length / 3)) ? best.candidate : undefined;
}

/** Levenshtein distance. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length]!;
}
