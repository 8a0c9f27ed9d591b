import { Module } from '@nestjs/common';
import { AccountsModule } from '../../accounts/accounts.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { commandHandlers } from '../../platform/commands.js';
import { NearReleases } from '../runs/near-releases.js';
import { RunLength } from '../runs/run-length.js';
import { ProofsController } from './proofs.controller.js';
import { Receipts } from './receipts.js';
import { sealing } from './seal.js';
import { SealClock } from './seal-clock.js';
import { SealKeys } from './seal-keys.js';
import { SealRun } from './seal-run.js';
import { SealsController } from './seals.controller.js';
import { Seals } from './seals.js';

@Module({
  imports: [AccountsModule, OrdersModule],
  controllers: [SealsController, ProofsController],
  providers: [...commandHandlers(sealing), NearReleases, Receipts, RunLength, SealClock, SealKeys, SealRun, Seals],
})
export class SealsModule {}
