import type { EvidenceRecord, Item } from '#contracts';

/** Characters of a text that are kept, tried in this order. */
const TEXT_LIMITS = [16_384, 4_096, 1_024, 256];
/** Items around a failed call or a person's message that a reader may need to understand it. */
const AROUND = 10;

/**
 * Records cut so that all of them fit into `bytes` of JSON, each with a fair share of what the smaller ones leave. Texts
 * are cut in the middle; in the largest, items far from any finding give up their content. Items keep their index, and
 * what cannot be made to fit is left out.
 */
export function fittedRecords<T extends { record: EvidenceRecord }>(jobs: T[], bytes: number): T[] {
  const sized = jobs.map((job, index) => ({ job, index, size: sizeOf(job.record) }));
  let left = bytes;
  let count = jobs.length;
  const fitted: { job: T; index: number }[] = [];
  for (const { job, index, size } of sized.sort((one, other) => one.size - other.size)) {
    const share = Math.floor(left / count);
    const record = size <= share ? job.record : shrunk(job.record, share);
    count -= 1;
    if (record === undefined) continue;
    left -= size <= share ? size : sizeOf(record);
    fitted.push({ job: { ...job, record }, index });
  }
  return fitted.sort((one, other) => one.index - other.index).map(({ job }) => job);
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1;

function shrunk(record: EvidenceRecord, bytes: number): EvidenceRecord | undefined {
  for (const limit of TEXT_LIMITS) {
    const smaller = cutTexts(record, limit);
    if (sizeOf(smaller) <= bytes) return smaller;
  }
  const smallest = withoutFarItems(cutTexts(record, TEXT_LIMITS.at(-1)!));
  return sizeOf(smallest) <= bytes ? smallest : undefined;
}

function cutTexts(record: EvidenceRecord, limit: number): EvidenceRecord {
  return {
    ...record,
    task: cutMiddle(record.task, limit),
    items: record.items.map((item) => cutItem(item, limit)),
    ...(record.error && { error: { summary: cutMiddle(record.error.summary, limit) } }),
  };
}

function cutItem(item: Item, limit: number): Item {
  switch (item.type) {
    case 'message':
      return { ...item, text: cutMiddle(item.text, limit) };
    case 'command':
      return { ...item, command: cutMiddle(item.command, limit), output: cutMiddle(item.output, limit) };
    case 'tool': {
      const long = JSON.stringify(item.arguments) ?? '';
      const args = long.length <= limit ? item.arguments : cutMiddle(long, limit);
      return { ...item, arguments: args, output: cutMiddle(item.output, limit) };
    }
    default:
      return item;
  }
}

/** What comes after the last finding goes; what lies far before one stays as an empty place. */
function withoutFarItems(record: EvidenceRecord): EvidenceRecord {
  const found = [...record.calls, ...record.humanMessages].map(({ item }) => item);
  const near = new Set(found.flatMap((at) => Array.from({ length: 2 * AROUND + 1 }, (_, i) => at - AROUND + i)));
  const items = record.items
    .slice(0, Math.max(0, ...found) + AROUND + 1)
    .map((item, at): Item => (near.has(at) ? item : { type: 'compaction' }));
  return { ...record, items };
}

/** Head and tail with `…` between; never inside a surrogate pair. */
function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  return `${text.slice(0, half)}…${text.slice(-half)}`.toWellFormed();
}
