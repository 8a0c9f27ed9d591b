import type { AdminInvitation, ListedAccount } from '@supreme-access/contract/api-types.js';
import { ROLES } from '@supreme-access/contract/statuses.js';
import { ACCOUNT_INFO, FLAG, INSTANT, listOf, oneOf, orNull, shape, TEXT } from '../platform/http/answer-schemas.js';
import { objectOf, type Schema, schemaOf } from '../platform/http/answers.js';

/** The account after a change. */
export const CHANGED_ACCOUNT: Schema = {
  allOf: [objectOf({ success: { type: 'boolean', enum: [true] } }), ACCOUNT_INFO],
};

const listed = {
  id: TEXT,
  uuid: TEXT,
  name: TEXT,
  email: TEXT,
  phone: TEXT,
  roles: listOf(oneOf(ROLES)),
  isAdmin: FLAG,
  emailVerified: FLAG,
  customer_id: orNull(TEXT),
  billingLast4: orNull(TEXT),
  registeredAt: INSTANT,
  erased: FLAG,
};

/** An account in the admins' list. */
export const LISTED_ACCOUNT = shape<Omit<ListedAccount, 'profiles'>>('ListedAccount', listed);

/** An account on its own page; `profiles` is how many are saved. */
export const SHOWN_ACCOUNT = shape<Required<ListedAccount>>('ShownAccount', {
  ...listed,
  profiles: schemaOf<number>({ type: 'integer' }),
});

/** An invitation in the admins' list. */
export const ADMIN_INVITATION = shape<AdminInvitation>('AdminInvitation', {
  id: TEXT,
  email: orNull(TEXT),
  role: orNull(oneOf(ROLES)),
  state: oneOf(['open', 'used', 'expired', 'revoked']),
  mail: oneOf(['none', 'waiting', 'sent', 'not-sent']),
  madeBy: TEXT,
  madeAt: INSTANT,
  expiresAt: INSTANT,
  usedBy: orNull(TEXT),
  revokedBy: orNull(TEXT),
  endedAt: orNull(INSTANT),
});
