import { summaryDue } from '../audit/drops/drop.jobs.js';
import { runsProjection } from '../audit/runs/runs.projection.js';
import { productsProjection, slotsProjection } from '../catalogue/products/products.projection.js';
import { promoDaysProjection, promoUsesProjection } from '../catalogue/promos/promo-uses.projection.js';
import { promoDue, promosProjection } from '../catalogue/promos/promos.projection.js';
import { sessionsProjection } from '../customers/access/sessions.projection.js';
import { accountJobs, invitationJobs } from '../customers/accounts/account.jobs.js';
import { accountsProjection } from '../customers/accounts/accounts.projection.js';
import { invitationsProjection } from '../customers/accounts/invitations.projection.js';
import { securityEventsProjection } from '../customers/accounts/support/security-events.projection.js';
import { profileDue } from '../customers/profiles/profile.jobs.js';
import { profilesProjection } from '../customers/profiles/profiles.projection.js';
import { jobsProjection } from '../jobs/jobs.projection.js';
import { parkedJobs } from '../jobs/parked-jobs.js';
import { mailsDue } from '../mail/mail.js';
import { mailsProjection } from '../mail/mails.projection.js';
import { orderJobs } from '../orders/order.jobs.js';
import { ordersProjection } from '../orders/orders.projection.js';
import { shopSessionsProjection } from '../orders/shop-sessions.projection.js';
import { ticketsProjection } from '../orders/tickets.projection.js';
import { disputesProjection } from '../payments/disputes.projection.js';
import { intentsProjection } from '../payments/intents.projection.js';
import type { Projection } from '../projections/projection.js';
import { checkDue } from '../releases/checks/check.jobs.js';
import { releaseDue } from '../releases/release.jobs.js';
import { reportsProjection } from '../reports/reports.projection.js';
import { lostPlacesDue, waitlistDue } from '../reservations/waitlist/waitlist.jobs.js';
import { waitlistProjection } from '../reservations/waitlist/waitlist.projection.js';
import { retailersDue, retailersProjection } from '../retailers/directory/retailers.projection.js';
import { stripeDue } from '../stripe/webhook.jobs.js';
import { webhooksProjection } from '../stripe/webhooks.projection.js';

export const due = jobsProjection([
  mailsDue,
  accountJobs,
  invitationJobs,
  profileDue,
  releaseDue,
  checkDue,
  summaryDue,
  promoDue,
  waitlistDue,
  lostPlacesDue,
  orderJobs,
  stripeDue,
  retailersDue,
  parkedJobs,
]);

export const PROJECTIONS = [
  sessionsProjection,
  accountsProjection,
  securityEventsProjection,
  invitationsProjection,
  profilesProjection,
  retailersProjection,
  productsProjection,
  slotsProjection,
  waitlistProjection,
  promosProjection,
  promoUsesProjection,
  promoDaysProjection,
  ordersProjection,
  intentsProjection,
  shopSessionsProjection,
  ticketsProjection,
  disputesProjection,
  runsProjection,
  reportsProjection,
  webhooksProjection,
  mailsProjection,
  due,
] as unknown as readonly Projection<unknown>[];
