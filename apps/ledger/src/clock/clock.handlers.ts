import { Controller, Inject } from '@nestjs/common';
import type { Pool } from 'pg';
import { Refusal, type AdvanceClock, type ClockReading } from '#contracts';
import { setSimulatedClock } from '#event-store';
import { Bus, Handles, ServiceClient, type RequestContext } from '#messaging';
import { LedgerClock } from '../commands/ledger-clock.js';
import { LEDGER_POOL } from '../ledger.tokens.js';

/** What one stop of the clock may take: a pass of dreaming over everybody who is due. */
const RUN_MS = 10 * 60_000;
const MAX_STOPS = 100_000;

@Controller()
export class ClockHandlers {
  /** One advance at a time: two would pull the clock to and fro between what is due. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(LEDGER_POOL) private readonly pool: Pool,
    private readonly clock: LedgerClock,
    private readonly client: ServiceClient,
    private readonly bus: Bus,
  ) {}

  @Handles('clock.get')
  get(): Promise<ClockReading> {
    return this.clock.read();
  }

  /** Stops at everything that is due on the way and answers when all that work is done. */
  @Handles('clock.advance')
  advance(body: AdvanceClock, _context: RequestContext): Promise<ClockReading> {
    const turn = this.turn.then(() => this.move(body));
    this.turn = turn.catch(() => undefined);
    return turn;
  }

  private async move({ byMs, toMs }: AdvanceClock): Promise<ClockReading> {
    const { mode, now } = await this.clock.read();
    if (mode !== 'simulated') throw new Refusal('simulated_clock_required');
    if (byMs === undefined && toMs === undefined) throw new Refusal('invalid_field', 'byMs or toMs is needed');
    const target = toMs ?? Date.parse(now) + (byMs ?? 0);
    if (Number.isNaN(new Date(target).getTime())) throw new Refusal('value_out_of_range', 'that is no time');
    if (target < Date.parse(now)) throw new Refusal('value_out_of_range', `the clock never goes back; it is ${now}`);
    let last = Number.NEGATIVE_INFINITY;
    for (let stops = 0; stops < MAX_STOPS; stops++) {
      const { at } = await this.client.ask('reflection.due', {});
      const due = at === null ? Number.POSITIVE_INFINITY : Date.parse(at);
      // What stays due after its run (waiting for a free place, say) would hold the clock for ever.
      if (due > target || due <= last) break;
      last = due;
      await this.set(due);
      await this.client.ask('reflection.run', { timeoutMs: RUN_MS });
    }
    await this.set(target);
    await this.client.ask('reflection.run', { timeoutMs: RUN_MS });
    return this.clock.read();
  }

  /** Everybody is told before anything else happens, so that no part still lives in the past. */
  private async set(time: number): Promise<void> {
    const now = await setSimulatedClock(this.pool, new Date(time));
    this.bus.connection.publish(this.bus.subjects.clock, JSON.stringify({ now: now.toISOString() }));
    await this.bus.connection.flush();
  }
}
