import { sessionsProjection } from '../access/sessions.projection.js';
import { accountDue, invitationDue } from '../accounts/account.due.js';
import { accountsProjection } from '../accounts/accounts.projection.js';
import { invitationsProjection } from '../accounts/invitations.projection.js';
import { securityEventsProjection } from '../accounts/support/security-events.projection.js';
import { runsProjection } from '../audit/runs/runs.projection.js';
import { disputesProjection } from '../fees/disputes.projection.js';
import { intentsProjection } from '../fees/intents.projection.js';
import { mailsDue } from '../mail/mail.js';
import { mailsProjection } from '../mail/mails.projection.js';
import { orderDue } from '../orders/order.due.js';
import { ordersProjection } from '../orders/orders.projection.js';
import { dueProjection } from '../platform/due/due.projection.js';
import { parkedDue } from '../platform/due/parked-work.js';
import type { Projection } from '../platform/projections/projection.js';
import { productsProjection, slotsProjection } from '../products/products.projection.js';
import { profileDue } from '../profiles/profile.due.js';
import { profilesProjection } from '../profiles/profiles.projection.js';
import { promoDaysProjection, promoUsesProjection } from '../promos/promo-uses.projection.js';
import { promoDue, promosProjection } from '../promos/promos.projection.js';
import { checkDue } from '../releases/checks/check.due.js';
import { releaseDue } from '../releases/release.due.js';
import { reportsProjection } from '../reports/reports.projection.js';
import { lostPlacesDue, waitlistDue } from '../reservations/waitlist/waitlist.due.js';
import { waitlistProjection } from '../reservations/waitlist/waitlist.projection.js';
import { stripeDue } from '../stripe/webhook.due.js';
import { webhooksProjection } from '../stripe/webhooks.projection.js';

/** All waiting work, whichever capability it is of. Claims and leases are events too: the log makes every row. */
export const due = dueProjection([
  mailsDue,
  accountDue,
  invitationDue,
  profileDue,
  releaseDue,
  checkDue,
  promoDue,
  waitlistDue,
  lostPlacesDue,
  orderDue,
  stripeDue,
  parkedDue,
]);

export const PROJECTIONS = [
  sessionsProjection,
  accountsProjection,
  securityEventsProjection,
  invitationsProjection,
  profilesProjection,
  productsProjection,
  slotsProjection,
  waitlistProjection,
  promosProjection,
  promoUsesProjection,
  promoDaysProjection,
  ordersProjection,
  intentsProjection,
  disputesProjection,
  runsProjection,
  reportsProjection,
  webhooksProjection,
  mailsProjection,
  due,
] as unknown as readonly Projection<unknown>[];
