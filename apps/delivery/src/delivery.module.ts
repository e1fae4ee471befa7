import { Controller, Module, type OnModuleInit } from '@nestjs/common';
import { Handles } from '#messaging';
import { HealthChecks, poolProvider } from '#platform';
import { DELIVERY_POOL } from './delivery.tokens.js';
import { ReceiptLog } from './receipts/receipt-log.js';
import { ReceiptsHandlers } from './receipts/receipts.handlers.js';
import { LibraryFollower } from './views/library-follower.js';
import { SkillFiles } from './views/skill-files.js';
import { ViewsHandlers } from './views/views.handlers.js';
import { Views } from './views/views.service.js';

@Controller()
class DeliveryHealth {
  constructor(
    private readonly follower: LibraryFollower,
    private readonly receipts: ReceiptLog,
  ) {}

  @Handles('delivery.health')
  health(): Promise<unknown> {
    return Promise.resolve({
      position: this.follower.position,
      caughtUp: this.follower.caughtUp,
      receiptsDropped: this.receipts.dropped,
    });
  }
}

/** Hands skill text plus lessons to agent runtimes. */
@Module({
  controllers: [ViewsHandlers, ReceiptsHandlers, DeliveryHealth],
  providers: [poolProvider(DELIVERY_POOL, { max: 4 }), LibraryFollower, SkillFiles, Views, ReceiptLog],
})
export class DeliveryModule implements OnModuleInit {
  constructor(
    private readonly follower: LibraryFollower,
    private readonly health: HealthChecks,
  ) {}

  onModuleInit(): void {
    this.health.add('library', () => this.follower.caughtUp);
  }
}
