import { Module } from '@nestjs/common';
import { ProfilesModule } from '../customers/profiles/profiles.module.js';
import { commandHandlers } from '../event-sourcing/commands.js';
import { OrdersModule } from '../orders/orders.module.js';
import { AcoPayloads } from './aco-payloads.js';
import { Buyers } from './buyers.js';
import { CheckoutController } from './checkout.controller.js';
import { CreateOrderController } from './create-order.controller.js';
import { GuestCheckout } from './guest-checkout.js';
import { GuestPage } from './guest-page.js';
import { ProfileCheckout } from './profile-checkout.js';
import { Reservations } from './reservations.js';
import { TestOrders } from './test-orders.js';
import { GiveUpPlaces } from './waitlist/give-up-places.worker.js';
import { EndOffers } from './waitlist/lapse-offers.worker.js';
import { lostPlaces } from './waitlist/lost-places.js';
import { OfferMails } from './waitlist/offer-mails.js';
import { WaitingLists } from './waitlist/waiting-lists.js';
import { OwnPlacesController, WaitlistController } from './waitlist/waitlist.controller.js';
import { WaitlistErasure } from './waitlist/waitlist-erasure.js';

const waitlist = [EndOffers, GiveUpPlaces, OfferMails, WaitingLists, WaitlistErasure];

@Module({
  imports: [OrdersModule, ProfilesModule],
  controllers: [CheckoutController, CreateOrderController, OwnPlacesController, WaitlistController],
  providers: [
    ...commandHandlers(lostPlaces),
    AcoPayloads,
    Buyers,
    GuestCheckout,
    GuestPage,
    ProfileCheckout,
    Reservations,
    TestOrders,
    ...waitlist,
  ],
})
export class ReservationsModule {}
