import { Injectable } from '@nestjs/common';
import { FIRST_STEPS, type FirstStep, type FirstStepName } from '@supreme-access/contract/shapes/reports.js';
import { productsProjection } from '../catalogue/products/products.projection.js';
import type { Config } from '../config/config.js';
import { InjectConfig } from '../config/tokens.js';
import { STAFF, staff } from '../customers/access/staff.js';
import { Commands } from '../event-sourcing/commands.js';
import { Reads } from '../projections/reads.js';
import { reportsProjection } from './reports.projection.js';

/** What a new installation needs before its first drop. */
@Injectable()
export class FirstSteps {
  constructor(
    private readonly reads: Reads,
    private readonly commands: Commands,
    @InjectConfig() private readonly config: Pick<Config, 'retailer' | 'stripe' | 'smtpUrl'>,
  ) {}

  /** null once all steps are done, or a drop was released */
  async current(): Promise<FirstStep[] | null> {
    if ((await this.reads.count(reportsProjection, { kind: 'release' })) > 0) return null;
    const [products, { members }] = await Promise.all([
      this.reads.count(productsProjection, { delisted: false }),
      this.commands.state(staff, STAFF),
    ]);
    const people = new Set(members.filter(({ here }) => here).map(({ accountId }) => accountId));
    const done: Record<FirstStepName, boolean> = {
      product: products > 0,
      retailer: this.config.retailer.url !== null,
      payments: this.config.stripe.secretKey !== null,
      mail: this.config.smtpUrl !== null,
      staff: people.size > 1,
    };
    const steps = FIRST_STEPS.map((step) => ({ step, isDone: done[step] }));
    return steps.every(({ isDone }) => isDone) ? null : steps;
  }
}
