import { PROOF_ANSWERS, PROOF_STATUSES, type Proof } from '@supreme-access/contract/proof-types.js';
import { ADMIN_ORDER } from '../../orders/order-answers.js';
import { FLAG, INSTANT, oneOf, orNull, shape, TEXT } from '../../platform/http/answer-schemas.js';

export const PROOF = shape<Proof>('Proof', {
  id: TEXT,
  orderId: TEXT,
  status: oneOf(PROOF_STATUSES),
  receivedAt: INSTANT,
  mail: orNull(shape<NonNullable<Proof['mail']>>('ProofMail', { from: TEXT, subject: TEXT, text: TEXT })),
  isAuthenticated: FLAG,
  reference: orNull(TEXT),
  why: TEXT,
  answer: orNull(oneOf(PROOF_ANSWERS)),
  reason: orNull(TEXT),
  order: ADMIN_ORDER,
});
