import { Injectable } from '@nestjs/common';
import type { TestStepName } from '@supreme-access/contract/retailer-protocols.js';
import type { TestStep } from '@supreme-access/contract/shapes/retailers.js';
import { type ProductFacts, product } from '../../catalogue/products/product.js';
import { publishedLimit } from '../../catalogue/products/retail.js';
import { InjectClock } from '../../config/tokens.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type CommandMetadata, noSuch, Refused } from '../../event-sourcing/decider.js';
import { uuidV5 } from '../../event-sourcing/ids.js';
import { Discovery } from '../../retailers/directory/discovery.js';
import { retailer, retailerFacts } from '../../retailers/directory/retailer-record.js';
import { checkoutReference, type Line, type PreparedAnswer, type Retailer } from '../../retailers/retailer.js';
import { Retailers, STANDARD } from '../../retailers/retailers.js';
import { testReference } from '../../stripe/payment-tokens.js';
import { StripeGateway } from '../../stripe/stripe-gateway.js';
import { questionOf } from '../checkout-attempt.js';
import { DEMO_BUYER, trialLine } from './demo-buyer.js';
import {
  closedSays,
  issuedSays,
  isWithin,
  listingSays,
  lookSays,
  outcomeSays,
  preparedSays,
  revokedSays,
  type Said,
} from './test-step-words.js';

/** ms for all that the shop is asked; the token is revoked after it */
const SHOP_WITHIN = 30_000;
/** ms */
const TOKEN_LIVES = 600_000;
/** https://docs.stripe.com/testing#cards: exists under test keys alone */
const TEST_CARD = 'pm_card_visa';

type Prepared = Extract<PreparedAnswer, { kind: 'prepared' }>;

/** Buys one piece for nobody, step by step, as a release does. It makes no order. */
@Injectable()
export class TestPurchases {
  constructor(
    private readonly commands: Commands,
    private readonly retailers: Retailers,
    private readonly discovery: Discovery,
    private readonly stripe: StripeGateway,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** @throws Refused 'not-found' | 'retailer-ended' | 'product-elsewhere' | 'live-key' */
  async run(retailerId: string, productId: string, metadata: CommandMetadata): Promise<TestStep[]> {
    const [shop, drop] = [
      await this.commands.state(retailer, retailerId),
      await this.commands.state(product, productId),
    ];
    retailerFacts(retailerId, shop);
    if (!drop.facts) throw noSuch('product');
    if (shop.isEnded) throw new Refused('retailer-ended', 'conflict', 'This retailer was removed.');
    if ((drop.facts.retailerId ?? STANDARD) !== retailerId) {
      throw new Refused('product-elsewhere', 'conflict', 'This product is bought at another retailer.');
    }
    if (this.stripe.livemode) {
      throw new Refused('live-key', 'conflict', 'Stripe is used with a live key, which would move real money.');
    }
    const steps = new Steps(this.clock);
    const signal = AbortSignal.timeout(SHOP_WITHIN);
    const look = await steps.take('discovery', () => this.discovery.look(retailerId, metadata, signal), lookSays);
    if (look.kind === 'read' || look.kind === 'nothing') {
      const trial = new Trial(steps, await this.retailers.of(retailerId), this.stripe, this.clock, signal);
      await trial.run(drop.facts, checkoutReference(uuidV5(metadata.commandId, 'test-purchase'), 1));
    }
    return steps.taken;
  }
}

class Steps {
  readonly taken: TestStep[] = [];

  constructor(private readonly clock: () => number) {}

  async take<Answer>(name: TestStepName, ask: () => Promise<Answer>, read: (answer: Answer) => Said): Promise<Answer> {
    const begun = this.clock();
    const answer = await ask();
    const [ok, says] = read(answer);
    this.taken.push({ name, ok, ms: Math.max(0, this.clock() - begun), says });
    return answer;
  }
}

/** One purchase. Whatever it opens is closed or revoked again. */
class Trial {
  constructor(
    private readonly steps: Steps,
    private readonly shop: Retailer,
    private readonly stripe: StripeGateway,
    private readonly clock: () => number,
    private readonly signal: AbortSignal,
  ) {}

  async run(facts: ProductFacts, reference: string): Promise<void> {
    const listing = await this.steps.take(
      'catalogue',
      () => this.shop.listing(questionOf(facts), this.signal),
      listingSays,
    );
    const line = trialLine(facts, listing);
    const limit = publishedLimit(facts);
    const preparation = { reference, line, buyer: DEMO_BUYER, ...(limit ? { limit } : {}) };
    const prepared = await this.steps.take(
      'prepare',
      () => this.shop.prepare(preparation, this.signal),
      (answer) => preparedSays(answer, limit),
    );
    if (prepared.kind === 'ready') return this.close(reference);
    if (prepared.kind === 'escalated') return this.close(reference, prepared.session);
    if (prepared.kind !== 'prepared') return;
    return isWithin(prepared.total, limit)
      ? this.pay(reference, line, prepared)
      : this.close(reference, prepared.session);
  }

  private async pay(reference: string, line: Line, { session, seller, handler, total, expiresAt }: Prepared) {
    const { paymentTokens } = this.stripe;
    const issue = {
      reference: testReference(session),
      paymentMethodId: TEST_CARD,
      seller,
      total,
      expiresAt: Math.min(this.clock() + TOKEN_LIVES, expiresAt ?? Number.POSITIVE_INFINITY),
    };
    const issued = await this.steps.take('token', () => paymentTokens.issue(issue), issuedSays);
    if (issued.kind !== 'issued') return this.close(reference, session);
    const means = { kind: 'token', token: issued.token } as const;
    const purchase = { reference, session, handler, line, buyer: DEMO_BUYER, means, total };
    const bought = await this.steps.take('complete', () => this.shop.buy(purchase, this.signal), outcomeSays);
    await this.steps.take('look-up', () => this.shop.lookUp({ reference, session }, this.signal), outcomeSays);
    await this.steps.take(
      'revoke',
      () => paymentTokens.revoke(issued.token),
      (end) => revokedSays(end, bought.kind === 'succeeded', total.currency),
    );
  }

  private async close(reference: string, session?: string): Promise<void> {
    const attempt = { reference, ...(session === undefined ? {} : { session }) };
    await this.steps.take('close', () => this.shop.close(attempt, this.signal), closedSays);
  }
}
