import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config/config.js';
import { InjectConfig } from '../config/tokens.js';
import { StepUp, type StepUpBody } from '../customers/accounts/step-up.js';
import { requestOf } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { Refused } from '../event-sourcing/decider.js';
import type { RequestContext } from '../event-sourcing/requester.js';
import { type Limit, Limits } from '../http/limits/limits.js';
import { order } from './order.js';
import { leftOf } from './order-refund.js';

const HOUR = 3_600;
const REQUESTS = 1_000;

/** Requires a step-up once an admin's refunds within an hour exceed the setting STEP_UP_REFUND. */
@Injectable()
export class RefundStepUp {
  private readonly sums: Limit;
  private readonly counted = new LRUCache<string, Promise<number>>({ max: REQUESTS });

  constructor(
    private readonly commands: Commands,
    private readonly stepUp: StepUp,
    limits: Limits,
    @InjectConfig() private readonly config: Pick<Config, 'stepUpRefund'>,
  ) {
    this.sums = limits.of({ name: 'refunded', max: config.stepUpRefund, seconds: HOUR });
  }

  /** Runs `refund`, after a step-up where needed. `amount`: minor units, null: the rest. @throws Refused */
  async guard<T>(
    orderId: string,
    amount: number | null,
    proof: StepUpBody | 'proven',
    context: RequestContext,
    refund: () => Promise<T>,
  ): Promise<T> {
    // A repeat of a completed request needs no step-up.
    if (context.keyed && (await this.commands.isDone(order, orderId, context.metadata))) return refund();
    const cents = amount ?? leftOf(await this.commands.state(order, orderId));
    const { actor } = context.metadata;
    const request = requestOf(context.metadata);
    const sum = await this.count(request, actor.id, cents);
    try {
      if (proof !== 'proven' && cents > 0 && sum > this.config.stepUpRefund) await this.stepUp.prove(proof, context);
      return await refund();
    } catch (error) {
      // After any other error the refund may have happened, so it stays counted.
      if (error instanceof Refused) await this.uncount(request, actor.id, cents);
      throw error;
    }
  }

  /** Always requires a step-up, for payments outside Stripe. @throws Refused, one of STEP_UP */
  async prove(proof: StepUpBody, context: RequestContext): Promise<void> {
    await this.stepUp.prove(proof, context);
  }

  private async count(request: string, admin: string, cents: number): Promise<number> {
    const counting = this.counted.get(request) ?? this.sums.count(admin, cents);
    this.counted.set(request, counting);
    try {
      return await counting;
    } catch (error) {
      this.counted.delete(request);
      throw error;
    }
  }

  private async uncount(request: string, admin: string, cents: number): Promise<void> {
    if (this.counted.delete(request)) await this.sums.giveBack(admin, cents);
  }
}
