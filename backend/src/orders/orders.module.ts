import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { AcoPayloads } from '../reservations/aco-payloads.js';
import { CheckoutController } from '../reservations/checkout.controller.js';
import { CreateOrderController } from '../reservations/create-order.controller.js';
import { GuestCheckout } from '../reservations/guest-checkout.js';
import { GuestPage } from '../reservations/guest-page.js';
import { ProfileCheckout } from '../reservations/profile-checkout.js';
import { Reservations } from '../reservations/reservations.js';
import { TestOrders } from '../reservations/test-orders.js';
import { AcoController } from './aco.controller.js';
import { ActionOutcomes } from './action-outcomes.js';
import { ActionsController } from './actions.controller.js';
import { AdminOrdersController } from './admin-orders.controller.js';
import { ForgetCodes } from './forget-codes.js';
import { GuestErasure } from './guest-erasure.js';
import { GuestRecords } from './guest-records.js';
import { JoinOrders } from './join-orders.js';
import { LiveOrders } from './live-orders.js';
import { GiveBackSlots, PlaceOrders } from './order.worker.js';
import { OrderCodes } from './order-codes.js';
import { OrderDesk } from './order-desk.js';
import { OrderErasure } from './order-erasure.js';
import { OrderLinks } from './order-links.js';
import { OrderList } from './order-list.js';
import { OrderMails } from './order-mails.js';
import { OrderViews } from './order-views.js';
import { OrdersExportController } from './orders-export.controller.js';
import { ResendController } from './resend.controller.js';
import { UserOrdersController } from './user-orders.controller.js';

@Module({
  imports: [AccountsModule, ProfilesModule],
  controllers: [
    AcoController,
    CheckoutController,
    UserOrdersController,
    CreateOrderController,
    ResendController,
    AdminOrdersController,
    OrdersExportController,
    ActionsController,
  ],
  providers: [
    GuestPage,
    AcoPayloads,
    ActionOutcomes,
    GuestCheckout,
    GuestErasure,
    GuestRecords,
    LiveOrders,
    OrderCodes,
    OrderDesk,
    OrderErasure,
    OrderLinks,
    OrderList,
    OrderMails,
    OrderViews,
    PlaceOrders,
    GiveBackSlots,
    ForgetCodes,
    JoinOrders,
    ProfileCheckout,
    Reservations,
    TestOrders,
  ],
  exports: [OrderDesk, OrderErasure, OrderViews, Reservations],
})
export class OrdersModule implements OnModuleInit {
  constructor(
    private readonly join: JoinOrders,
    private readonly codes: ForgetCodes,
  ) {}

  onModuleInit(): void {
    this.join.all();
    this.codes.listen();
  }
}
