import { dropSummary } from '../../backend/src/audit/drops/drop-summary.js';
import { auditRuns } from '../../backend/src/audit/runs/audit-run.js';
import { sealing } from '../../backend/src/audit/seals/seal.js';
import { product } from '../../backend/src/catalogue/products/product.js';
import { promo } from '../../backend/src/catalogue/promos/promo.js';
import { secondFactor } from '../../backend/src/customers/access/second-factor.js';
import { session } from '../../backend/src/customers/access/session.js';
import { staff } from '../../backend/src/customers/access/staff.js';
import { account } from '../../backend/src/customers/accounts/account.js';
import { email } from '../../backend/src/customers/accounts/email.js';
import { invitation } from '../../backend/src/customers/accounts/invitation.js';
import { profile } from '../../backend/src/customers/profiles/profile.js';
import {
  type AcceptanceEvent,
  type AcceptedPlaces,
  evolveAcceptances,
  NOTHING_ACCEPTED,
} from '../../backend/src/event-sourcing/acceptances.js';
import type { Command, Decider, DomainEvent } from '../../backend/src/event-sourcing/decider.js';
import { evolveInstallation, NO_INSTALLATION } from '../../backend/src/event-sourcing/installation.js';
import { evolveWatermark, NO_MARK } from '../../backend/src/event-sourcing/watermark.js';
import { parkedWork } from '../../backend/src/jobs/parked-jobs.js';
import { mail } from '../../backend/src/mail/mail.js';
import { order } from '../../backend/src/orders/order.js';
import { dropCheck } from '../../backend/src/releases/checks/drop-check.js';
import { purchase } from '../../backend/src/releases/proofs/purchase.js';
import { lostPlaces } from '../../backend/src/reservations/waitlist/lost-places.js';
import { retailer } from '../../backend/src/retailers/directory/retailer-record.js';
import { inbox } from '../../backend/src/stripe/inbox.js';

type Evolving = Pick<Decider<unknown, Command, DomainEvent>, 'category' | 'initial' | 'evolve'>;

const installation = { category: 'system', initial: NO_INSTALLATION, evolve: evolveInstallation };
const acceptances = {
  category: 'damage',
  initial: { places: NOTHING_ACCEPTED },
  evolve: ({ places }: { places: AcceptedPlaces }, event: AcceptanceEvent) => ({
    places: evolveAcceptances(places, event),
  }),
};
const watermark = { category: 'vault', initial: NO_MARK, evolve: evolveWatermark };
/** One per category of docs/events.md; test/contracts/event-samples.spec.ts compares them. */
export const DECIDERS = [
  product,
  order,
  account,
  email,
  profile,
  promo,
  inbox,
  invitation,
  mail,
  staff,
  session,
  secondFactor,
  auditRuns,
  parkedWork,
  dropCheck,
  dropSummary,
  purchase,
  retailer,
  lostPlaces,
  sealing,
  watermark,
  acceptances,
  installation,
] as unknown as readonly Evolving[];
