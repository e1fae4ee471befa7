import { parentPort, workerData } from 'node:worker_threads';

import { problem } from '#contracts';

import { type ReadOptions, readReport, type ReadResult } from './read-report.js';

/** What the pool sends: reports to read one after the other. */
export interface ReadingBatch {
  reports: { id: number; bytes: Uint8Array; options: ReadOptions }[];
}
export interface ReadingAnswer {
  id: number;
  result: ReadResult;
}
export interface ReadingData {
  /** One Int32: the id of the report that is being read, 0 for none; the pool watches it. */
  current: SharedArrayBuffer;
}

const port = parentPort!;
const current = new Int32Array((workerData as ReadingData).current);
let last: Promise<void> = Promise.resolve();

port.on('message', ({ reports }: ReadingBatch) => {
  last = last.then(() => readAll(reports));
});

async function readAll(reports: ReadingBatch['reports']): Promise<void> {
  for (const { id, bytes, options } of reports) {
    Atomics.store(current, 0, id);
    const result = await readReport(bytes, options).catch((error: unknown): ReadResult => ({
      ok: false,
      problem: problem('internal_error', error instanceof Error ? error.message : undefined),
    }));
    Atomics.store(current, 0, 0);
    port.postMessage({ id, result } satisfies ReadingAnswer);
  }
}
