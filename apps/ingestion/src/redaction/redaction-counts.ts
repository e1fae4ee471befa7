import type { Redactions } from '#contracts';

export function count(redactions: Redactions, kind: string, times: number): void {
  if (times > 0) redactions[kind] = (redactions[kind] ?? 0) + times;
}
