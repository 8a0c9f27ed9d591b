import { Module } from '@nestjs/common';
import { AccountsModule } from '../customers/accounts/accounts.module.js';
import { ProfilesModule } from '../customers/profiles/profiles.module.js';
import { commandHandlers } from '../event-sourcing/commands.js';
import { AcoController } from './aco.controller.js';
import { ActionOutcomes } from './action-outcomes.js';
import { ActionsController } from './actions.controller.js';
import { AdminOrdersController } from './admin-orders.controller.js';
import { BulkOrdersController } from './bulk-orders.controller.js';
import { CheckoutSecrets } from './checkout-secrets.js';
import { OrderFileController } from './file/order-file.controller.js';
import { OrderFiles } from './file/order-files.js';
import { ForgetCodes } from './forget-codes.js';
import { ForgottenCodes } from './forgotten-codes.js';
import { GuestErasure, JoinedOrders } from './guest-erasure.js';
import { GuestRecords } from './guest-records.js';
import { JoinOrders } from './join-orders.worker.js';
import { LiveOrders } from './live-orders.js';
import { OpenOrders } from './open-orders.js';
import { order } from './order.js';
import { GiveBackSlots, PlaceOrders } from './order.worker.js';
import { OrderCodes } from './order-codes.js';
import { OrderErasure } from './order-erasure.js';
import { OrderLinks } from './order-links.js';
import { OrderList } from './order-list.js';
import { OrderMails } from './order-mails.js';
import { OrderOwners } from './order-owners.js';
import { OrderViews } from './order-views.js';
import { Orders } from './orders.js';
import { OrdersExportController } from './orders-export.controller.js';
import { RefundStepUp } from './refund-step-up.js';
import { ResendController } from './resend.controller.js';
import { SharedTickets } from './shared-tickets.js';
import { SlotEvents } from './slot-events.js';
import { Stories } from './story.js';
import { TicketsController } from './tickets.controller.js';
import { UserOrdersController } from './user-orders.controller.js';

@Module({
  imports: [AccountsModule, ProfilesModule],
  controllers: [
    AcoController,
    UserOrdersController,
    ResendController,
    AdminOrdersController,
    BulkOrdersController,
    OrdersExportController,
    ActionsController,
    OrderFileController,
    TicketsController,
  ],
  providers: [
    ...commandHandlers(order),
    ActionOutcomes,
    CheckoutSecrets,
    GuestErasure,
    GuestRecords,
    LiveOrders,
    OpenOrders,
    OrderCodes,
    Orders,
    OrderErasure,
    OrderFiles,
    OrderLinks,
    OrderList,
    OrderMails,
    OrderOwners,
    OrderViews,
    RefundStepUp,
    SharedTickets,
    SlotEvents,
    Stories,
    PlaceOrders,
    GiveBackSlots,
    JoinedOrders,
    JoinOrders,
    ForgetCodes,
    ForgottenCodes,
  ],
  exports: [
    CheckoutSecrets,
    GuestErasure,
    GuestRecords,
    LiveOrders,
    Orders,
    OrderErasure,
    OrderFiles,
    OrderLinks,
    OrderOwners,
    OrderViews,
    SlotEvents,
    Stories,
  ],
})
export class OrdersModule {}
