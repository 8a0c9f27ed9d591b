import { type DynamicModule, Module } from '@nestjs/common';
import { ProductsModule } from '../catalogue/products/products.module.js';
import { CLOCK } from '../config/tokens.js';
import { AccountsModule } from '../customers/accounts/accounts.module.js';
import { CheckoutDataReader } from '../customers/profiles/checkout-data.js';
import { ProfilesModule } from '../customers/profiles/profiles.module.js';
import { Commands, commandHandlers } from '../event-sourcing/commands.js';
import { CheckoutSecrets } from '../orders/checkout-secrets.js';
import { OrdersModule } from '../orders/orders.module.js';
import { retailer, SANDBOX } from '../retailers/directory/retailer-record.js';
import { Retailers } from '../retailers/retailers.js';
import type { RetailerOptions } from '../retailers/retailers.module.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';
import { AskForCodes } from './ask-for-codes.worker.js';
import { AttemptController } from './attempt.controller.js';
import { CancelDrops } from './cancel-drop.worker.js';
import { RetryCheckouts } from './checkout.worker.js';
import { CheckoutAttempt } from './checkout-attempt.js';
import { CheckoutTokens } from './checkout-tokens.js';
import { Checkouts } from './checkouts.js';
import { CheckDrops } from './checks/check-drops.worker.js';
import { CheckMails } from './checks/check-mails.js';
import { ChecksController } from './checks/checks.controller.js';
import { dropCheck } from './checks/drop-check.js';
import { DropChecks } from './checks/drop-checks.js';
import { HolderChecks } from './checks/holder-checks.js';
import { PartnerChecks } from './checks/partner-checks.js';
import { RetailChecks } from './checks/retail-checks.js';
import { TrialCheckouts } from './checks/trial-checkouts.js';
import { CloseOrders } from './close.worker.js';
import { InboundMailController } from './inbound-mail.controller.js';
import { ControlRooms } from './live/control-rooms.js';
import { CurrentDrops } from './live/current-drops.js';
import { LiveController } from './live/live.controller.js';
import { LiveDrops } from './live/live-drops.js';
import { LiveReleases } from './live/live-releases.js';
import { LiveTopicsController } from './live/live-topics.controller.js';
import { OutcomesController } from './live/outcomes.controller.js';
import { Outcomes } from './live/outcomes.js';
import { Tallies } from './live/tallies.js';
import { EvidenceController } from './proofs/evidence.controller.js';
import { ForwardedMails } from './proofs/forwarded-mails.js';
import { KeptMails } from './proofs/kept-mails.js';
import { LookUps } from './proofs/look-ups.js';
import { MailKeys } from './proofs/mail-keys.js';
import { NamedOrders } from './proofs/named-orders.js';
import { ProofReviewsController } from './proofs/proof-reviews.controller.js';
import { ProofReviews } from './proofs/proof-reviews.js';
import { CheckProofs, ForgetProofs } from './proofs/proofs.worker.js';
import { purchase } from './proofs/purchase.js';
import { SignedProofs } from './proofs/signed-proofs.js';
import { RehearsalsController } from './rehearsal/rehearsals.controller.js';
import { Rehearsals } from './rehearsal/rehearsals.js';
import { ReleasesController } from './releases.controller.js';
import { ProductItemsController } from './retailers/product-items.controller.js';
import { RetailersController } from './retailers/retailers.controller.js';
import { TestPurchaseController } from './retailers/test-purchase.controller.js';
import { TestPurchases } from './retailers/test-purchases.js';
import { RunRelease } from './run-release.worker.js';
import { ShopEventsController } from './shop-events.controller.js';
import { ShopEvents } from './shop-events.js';
import { StartReleases } from './start-release.worker.js';
import { NotifyHoldersOfChanges } from './tell-holders.worker.js';
import { TokenCheckout } from './token-checkout.js';

const workers = [
  AskForCodes,
  CancelDrops,
  CheckDrops,
  CheckProofs,
  CloseOrders,
  ForgetProofs,
  RetryCheckouts,
  RunRelease,
  StartReleases,
  NotifyHoldersOfChanges,
];

const checks = [CheckMails, DropChecks, HolderChecks, PartnerChecks, Rehearsals, RetailChecks, TrialCheckouts];
const proofs = [ForwardedMails, KeptMails, LookUps, MailKeys, NamedOrders, ProofReviews, SignedProofs];
const live = [ControlRooms, LiveDrops, LiveReleases, Outcomes, CurrentDrops, Tallies];

@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest's modules are classes
export class ReleasesModule {
  static of({ isSandbox }: Pick<RetailerOptions, 'isSandbox'>): DynamicModule {
    const attempt = {
      provide: CheckoutAttempt,
      inject: [Retailers, Commands, CheckoutDataReader, CLOCK],
      useFactory: (retailers: Retailers, commands: Commands, data: CheckoutDataReader, clock: () => number) => {
        const mayTest = async (id: string) => (await commands.cached(retailer, id)).facts?.baseUrl === SANDBOX;
        return new CheckoutAttempt(retailers, commands, data, { clock, random: Math.random, isSandbox, mayTest });
      },
    };
    const byToken = {
      provide: TokenCheckout,
      inject: [CheckoutAttempt, Commands, StripeGateway, CheckoutSecrets, CLOCK],
      useFactory: (
        attempt: CheckoutAttempt,
        commands: Commands,
        stripe: StripeGateway,
        secrets: CheckoutSecrets,
        clock: () => number,
      ) => new TokenCheckout(attempt, commands, new CheckoutTokens(stripe.paymentTokens, secrets), secrets, clock),
    };
    return {
      module: ReleasesModule,
      global: true,
      imports: [AccountsModule, OrdersModule, ProductsModule, ProfilesModule],
      controllers: [
        AttemptController,
        ChecksController,
        EvidenceController,
        InboundMailController,
        LiveController,
        LiveTopicsController,
        OutcomesController,
        ProductItemsController,
        ProofReviewsController,
        RehearsalsController,
        ReleasesController,
        RetailersController,
        ShopEventsController,
        TestPurchaseController,
      ],
      providers: [
        ...commandHandlers(dropCheck, purchase),
        attempt,
        byToken,
        Checkouts,
        ShopEvents,
        TestPurchases,
        ...proofs,
        ...checks,
        ...live,
        ...workers,
      ],
      exports: [DropChecks],
    };
  }
}
