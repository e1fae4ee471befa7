import type { StoredEvent } from './event.js';
import type { EventReader } from './event-reader.js';
import type { StreamSelector } from './stream-selector.js';

/** A fold over some streams and what it was made from. */
export interface Fold<S> {
  state: S;
  /** The fold holds everything up to this position: give it as `unchanged … since` of the append it leads to. */
  position: bigint;
  /** Version of each stream that exists: give it as `expect`; a stream that is not here is at 0. */
  versions: ReadonlyMap<string, bigint>;
}

export interface Folding<S> {
  initialState: S;
  /** Pure: answers the next state and leaves the old one as it was. */
  evolve(state: S, event: StoredEvent): S;
  /** Folds kept, the least recently used leave first; default 10,000. */
  maxEntries?: number;
}

/** Keeps folds and reads only what is newer. Every `load` is as fresh as the log at the time of the call. */
export class StreamCache<S> {
  private readonly folds = new Map<string, Fold<S>>();
  private readonly maxEntries: number;

  constructor(
    private readonly reader: EventReader,
    private readonly folding: Folding<S>,
  ) {
    this.maxEntries = folding.maxEntries ?? 10_000;
  }

  async load(selectors: readonly StreamSelector[]): Promise<Fold<S>> {
    const key = selectors.join('\n');
    const known = this.folds.get(key);
    const { position, events } = await this.reader.readNews(selectors, known?.versions);
    const versions = new Map(known?.versions);
    let state = known ? known.state : this.folding.initialState;
    for (const event of events) {
      state = this.folding.evolve(state, event);
      versions.set(event.stream, event.version);
    }
    const fold: Fold<S> = { state, position, versions };
    this.keep(key, fold);
    return fold;
  }

  private keep(key: string, fold: Fold<S>): void {
    const current = this.folds.get(key);
    this.folds.delete(key);
    this.folds.set(key, current && current.position > fold.position ? current : fold);
    if (this.folds.size <= this.maxEntries) return;
    const [oldest] = this.folds.keys();
    if (oldest !== undefined) this.folds.delete(oldest);
  }
}
