import { Controller, Inject } from '@nestjs/common';
import type { Pool } from 'pg';
import { problemOf, type DeadLetter, type DeadLetterList, type DeadLetterReplay, type Replies } from '#contracts';
import { Bus, Configuration, Handles } from '#messaging';
import { numberCursor } from '../evidence/cursor.js';
import { INGESTION_POOL } from '../ingestion.tokens.js';
import { Intake } from '../receive/intake.js';
import { markReplayed, selectDeadLetters, selectDeadLettersById } from './dead-letter.queries.js';
import { detailOf } from './dead-letters.js';

const PAGE = 50;
/** Characters of a body that a list shows; a page must fit one message. */
const SHOWN_BODY = 2_000;

@Controller()
export class DeadLettersHandlers {
  constructor(
    @Inject(INGESTION_POOL) private readonly pool: Pool,
    private readonly configuration: Configuration,
    private readonly bus: Bus,
    private readonly intake: Intake,
  ) {}

  @Handles('evidence.deadletters')
  async list({ cursor, limit = PAGE }: DeadLetterList): Promise<Replies['evidence.deadletters']> {
    const rows = await selectDeadLetters(this.pool, {
      before: numberCursor(cursor),
      limit: limit + 1,
      characters: SHOWN_BODY,
    });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      deadLetters: shown,
      ...(rows.length > limit && last !== undefined && { nextCursor: last.id }),
    };
  }

  /** As if the message came again now, by the credential that sent it; an agent on hold is let in by this. */
  @Handles('evidence.replay')
  async replay({ ids }: DeadLetterReplay): Promise<Replies['evidence.replay']> {
    const numbers = [...new Set(ids)].filter((id) => /^\d{1,18}$/.test(id));
    const letters = new Map((await selectDeadLettersById(this.pool, numbers)).map((letter) => [letter.id, letter]));
    const results: Replies['evidence.replay']['results'] = [];
    for (const id of new Set(ids)) {
      const letter = letters.get(id);
      results.push({ id, ...(letter === undefined ? { outcome: 'unknown' } : await this.again(letter)) });
    }
    return { results };
  }

  private async again(letter: DeadLetter): Promise<{ outcome: string; detail?: string }> {
    if (letter.body === null)
      return { outcome: 'refused', detail: 'The body could not be decoded, so it was not kept.' };
    try {
      const { credential } = await this.configuration.authenticate(letter.credential ?? undefined);
      const { agent } = this.bus.subjects.parse(letter.subject ?? '', true) ?? {};
      const [taken] = await this.intake.takeAll([
        {
          bytes: Buffer.from(letter.body),
          headers: {},
          credential,
          vouched: true,
          ...(agent !== undefined && { agent }),
        },
      ]);
      if (taken!.status === 'refused') {
        return { outcome: 'refused', detail: `${taken!.problem.code}: ${detailOf(taken!.problem)}` };
      }
      await markReplayed(this.pool, letter.id);
      return { outcome: taken!.status };
    } catch (error) {
      const carried = problemOf(error);
      if (carried === undefined) throw error;
      return { outcome: 'refused', detail: `${carried.code}: ${carried.detail}` };
    }
  }
}
