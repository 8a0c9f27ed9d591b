import { DISPUTE_STATES, type Dispute, type EvidenceFile } from '@supreme-access/contract/dispute-types.js';
import { STORY_ENTRY } from '../orders/order-answers.js';
import {
  COUNT,
  type Fields,
  FLAG,
  INSTANT,
  listOf,
  oneOf,
  orNull,
  PRICE,
  shape,
  TEXT,
} from '../platform/http/answer-schemas.js';

const facts: Fields<EvidenceFile['disputes'][number]> = {
  disputeId: TEXT,
  amount: PRICE,
  currency: TEXT,
  reason: orNull(TEXT),
  dueBy: orNull(INSTANT),
  state: oneOf(DISPUTE_STATES),
  status: orNull(TEXT),
  openedAt: INSTANT,
  closedAt: orNull(INSTANT),
};
export const DISPUTE = shape<Dispute>('Dispute', {
  id: TEXT,
  orderId: TEXT,
  productTitle: TEXT,
  pastDue: FLAG,
  ...facts,
});

const AGREED = orNull(shape<{ version: string; agreedAt: string }>('Agreed', { version: TEXT, agreedAt: INSTANT }));

export const EVIDENCE_FILE = shape<EvidenceFile>('EvidenceFile', {
  madeAt: INSTANT,
  orderId: TEXT,
  product: shape<EvidenceFile['product']>('EvidenceProduct', { productId: TEXT, productTitle: TEXT }),
  customer: orNull(shape<NonNullable<EvidenceFile['customer']>>('EvidenceCustomer', { name: TEXT, email: TEXT })),
  slot: shape<EvidenceFile['slot']>('EvidenceSlot', {
    slotNumber: orNull(COUNT),
    size: TEXT,
    style: TEXT,
    reservedAt: INSTANT,
  }),
  consent: shape<EvidenceFile['consent']>('EvidenceConsent', {
    terms: AGREED,
    nextAvailable: FLAG,
    poBox: FLAG,
    streetConfirmed: FLAG,
  }),
  mandate: AGREED,
  receipt: orNull(
    shape<NonNullable<EvidenceFile['receipt']>>('EvidenceReceipt', {
      amount: PRICE,
      currency: TEXT,
      intentId: TEXT,
      chargeId: TEXT,
      chargedAt: INSTANT,
    }),
  ),
  refunds: listOf(
    shape<EvidenceFile['refunds'][number]>('EvidenceRefund', { refundId: TEXT, amount: PRICE, refundedAt: INSTANT }),
  ),
  disputes: listOf(shape<EvidenceFile['disputes'][number]>('EvidenceDispute', facts)),
  proof: orNull(
    shape<NonNullable<EvidenceFile['proof']>>('EvidenceProof', {
      kind: TEXT,
      reference: TEXT,
      sha256: TEXT,
      size: TEXT,
      style: TEXT,
      provenAt: INSTANT,
    }),
  ),
  story: listOf(STORY_ENTRY),
  events: listOf(
    shape<EvidenceFile['events'][number]>('EvidenceEvent', {
      stream: TEXT,
      revision: COUNT,
      type: TEXT,
      at: INSTANT,
      hash: TEXT,
    }),
  ),
});
