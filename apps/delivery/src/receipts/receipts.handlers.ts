import { Controller, Inject } from '@nestjs/common';
import type { Pool } from 'pg';
import { Refusal, type ReceiptsRequest, type Replies } from '#contracts';
import { Handles, type RequestContext } from '#messaging';
import { DELIVERY_POOL } from '../delivery.tokens.js';
import { ReceiptLog } from './receipt-log.js';
import { selectReceipts } from './receipts.queries.js';

const DEFAULT_LIMIT = 100;

@Controller()
export class ReceiptsHandlers {
  constructor(
    @Inject(DELIVERY_POOL) private readonly pool: Pool,
    private readonly log: ReceiptLog,
  ) {}

  @Handles('delivery.receipts')
  async receipts(body: ReceiptsRequest, { agent = '' }: RequestContext): Promise<Replies['delivery.receipts']> {
    if (body.cursor !== undefined && !/^\d{1,18}$/.test(body.cursor)) {
      throw new Refusal('invalid_field', undefined, {
        errors: [{ path: 'cursor', reason: 'must be a nextCursor of this verb' }],
      });
    }
    await this.log.flush();
    const limit = body.limit ?? DEFAULT_LIMIT;
    const rows = await selectReceipts(this.pool, agent, {
      ...(body.lessonId !== undefined && { lessonId: body.lessonId }),
      ...(body.jobId !== undefined && { jobId: body.jobId }),
      ...(body.cursor !== undefined && { before: body.cursor }),
      limit: limit + 1,
    });
    const receipts = rows.slice(0, limit);
    const last = receipts.at(-1);
    return { receipts, ...(rows.length > limit && last !== undefined && { nextCursor: last.id }) };
  }
}
