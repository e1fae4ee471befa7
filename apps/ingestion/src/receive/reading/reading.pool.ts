import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import { problem } from '#contracts';

import { type ReadOptions, type ReadResult } from './read-report.js';
import { type ReadingAnswer, type ReadingBatch, type ReadingData } from './reading.worker.js';

export interface ReadingPoolOptions {
  /** Workers at most. */
  size?: number;
  /** Processor time that one report may take, ms. */
  budgetMs?: number;
  /** A worker that had nothing to do for so long is ended, ms. */
  idleMs?: number;
  /** How often the workers are looked at, ms. */
  checkMs?: number;
}

interface Task {
  id: number;
  bytes: Uint8Array;
  options: ReadOptions;
  resolve: (result: ReadResult) => void;
  reject: (error: Error) => void;
}

interface Lane {
  worker: Worker;
  current: Int32Array;
  /** Sent and not answered, in order. */
  tasks: Map<number, Task>;
  /** When the report that is being read was first seen, in processor time. */
  seen?: { id: number; active: number; processor: number };
  idle?: NodeJS.Timeout;
}

/** Reports and bytes that travel to a worker in one message. */
const BATCH = 64;
const BATCH_BYTES = 4 * 1024 * 1024;
/** A report at the limits takes about a third of it. */
const HEAP_MB = 768;
const MAX_ID = 2 ** 31 - 1;

/**
 * Reads reports in worker threads, started when needed. A report over its processor budget, or that runs its worker out
 * of memory, answers `too_costly`: its worker is replaced and the reports that waited behind it are read by another.
 */
export class ReadingPool {
  private readonly size: number;
  private readonly budgetMs: number;
  private readonly idleMs: number;
  private readonly checkMs: number;
  private readonly lanes = new Set<Lane>();
  private queue: Task[] = [];
  private lastId = 0;
  private watch: NodeJS.Timeout | undefined;
  private dispatching = false;
  private closed = false;

  constructor({ size = 1, budgetMs = 2_000, idleMs = 30_000, checkMs = 100 }: ReadingPoolOptions = {}) {
    this.size = size;
    this.budgetMs = budgetMs;
    this.idleMs = idleMs;
    this.checkMs = checkMs;
  }

  /** The bytes are copied, so a buffer that belongs to somebody else stays whole. Rejects only when the pool is closed. */
  read(bytes: Uint8Array, options: ReadOptions): Promise<ReadResult> {
    if (this.closed) return Promise.reject(new Error('the reading pool is closed'));
    return new Promise((resolve, reject) => {
      this.lastId = this.lastId === MAX_ID ? 1 : this.lastId + 1;
      this.queue.push({ id: this.lastId, bytes, options, resolve, reject });
      this.dispatchSoon();
    });
  }

  /** Ends the workers; what is not answered is rejected. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.watch);
    const waiting = [...this.queue, ...[...this.lanes].flatMap(({ tasks }) => [...tasks.values()])];
    this.queue = [];
    await Promise.all([...this.lanes].map((lane) => this.end(lane)));
    for (const { reject } of waiting) reject(new Error('the reading pool is closed'));
  }

  /** Reports that come in one turn of the event loop travel together. */
  private dispatchSoon(): void {
    if (this.dispatching) return;
    this.dispatching = true;
    setImmediate(() => {
      this.dispatching = false;
      this.dispatch();
    });
  }

  private dispatch(): void {
    while (this.queue.length > 0 && !this.closed) {
      const free = [...this.lanes].find(({ tasks }) => tasks.size === 0);
      const lane = free ?? (this.lanes.size < this.size ? this.start() : undefined);
      if (!lane) break;
      this.send(lane);
    }
  }

  private send(lane: Lane): void {
    clearTimeout(lane.idle);
    lane.worker.ref();
    let bytes = 0;
    let count = 0;
    while (count < this.queue.length && count < BATCH && (count === 0 || bytes < BATCH_BYTES)) {
      bytes += this.queue[count++]!.bytes.byteLength;
    }
    const tasks = this.queue.splice(0, count);
    for (const task of tasks) lane.tasks.set(task.id, task);
    // Copies of their own: a view on a larger buffer would send all of it, and a task may have to be sent again.
    const reports = tasks.map(({ id, options, bytes: own }) => ({ id, options, bytes: Uint8Array.from(own) }));
    lane.worker.postMessage(
      { reports } satisfies ReadingBatch,
      reports.map((report) => report.bytes.buffer),
    );
    this.watch ??= setInterval(() => this.check(), this.checkMs).unref();
  }

  private start(): Lane {
    const shared = new SharedArrayBuffer(4);
    const worker = new Worker(workerFile(), {
      workerData: { current: shared } satisfies ReadingData,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    const lane: Lane = { worker, current: new Int32Array(shared), tasks: new Map() };
    worker.on('message', (answer: ReadingAnswer) => this.answered(lane, answer));
    worker.on('error', (error) => this.broke(lane, error));
    this.lanes.add(lane);
    return lane;
  }

  private answered(lane: Lane, { id, result }: ReadingAnswer): void {
    const task = lane.tasks.get(id);
    lane.tasks.delete(id);
    task?.resolve(result);
    if (lane.tasks.size > 0) return;
    this.dispatch();
    if (lane.tasks.size === 0) this.rest(lane);
  }

  private rest(lane: Lane): void {
    lane.worker.unref();
    lane.idle = setTimeout(() => void this.end(lane), this.idleMs).unref();
  }

  /**
   * What a report has used is the smaller of the time its worker was busy and the processor time of the whole process:
   * on a machine that gives us no processor a worker looks busy without using any.
   */
  private check(): void {
    const { user, system } = process.cpuUsage();
    const processor = (user + system) / 1_000;
    for (const lane of this.lanes) {
      const id = Atomics.load(lane.current, 0);
      const { active } = lane.worker.performance.eventLoopUtilization();
      if (id === 0) lane.seen = undefined;
      else if (lane.seen?.id !== id) lane.seen = { id, active, processor };
      else if (Math.min(active - lane.seen.active, processor - lane.seen.processor) > this.budgetMs) {
        this.replace(lane, id, problem('too_costly'));
      }
    }
    if (this.queue.length > 0 || [...this.lanes].some(({ tasks }) => tasks.size > 0)) return;
    clearInterval(this.watch);
    this.watch = undefined;
  }

  private broke(lane: Lane, error: Error): void {
    const id = Atomics.load(lane.current, 0);
    const outOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (id !== 0) this.replace(lane, id, problem(outOfMemory ? 'too_costly' : 'internal_error', error.message));
    else {
      // It broke with no report in hand, so another worker would too.
      void this.end(lane);
      for (const { reject } of lane.tasks.values()) reject(error);
      this.dispatchSoon();
    }
  }

  /** Gives the report in hand up and has the others read by another worker. */
  private replace(lane: Lane, id: number, fault: ReturnType<typeof problem>): void {
    void this.end(lane);
    lane.tasks.get(id)?.resolve({ ok: false, problem: fault });
    lane.tasks.delete(id);
    this.queue.unshift(...lane.tasks.values());
    this.dispatchSoon();
  }

  private async end(lane: Lane): Promise<void> {
    clearTimeout(lane.idle);
    this.lanes.delete(lane);
    lane.worker.removeAllListeners();
    // A worker that is torn down may still say that it broke.
    lane.worker.on('error', () => undefined);
    await lane.worker.terminate();
  }
}

/** The compiled worker beside this file; run from the sources, the one that the build made of them. */
const workerFile = (): string =>
  fileURLToPath(new URL('./reading.worker.js', import.meta.url.replace(/\/apps\/(.*)\.ts$/, '/dist/apps/$1.js')));
