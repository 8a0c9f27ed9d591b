import { ROLES } from '@supreme-access/contract/statuses.js';
import { ACCOUNT_INFO } from '../platform/http/answer-schemas.js';
import { objectOf, type Schema } from '../platform/http/answers.js';

const TEXT: Schema = { type: 'string' };
const FLAG: Schema = { type: 'boolean' };

/** The account after a change. */
export const CHANGED_ACCOUNT: Schema = {
  allOf: [objectOf({ success: { type: 'boolean', enum: [true] } }), ACCOUNT_INFO],
};

const LISTED = {
  id: TEXT,
  uuid: TEXT,
  name: TEXT,
  email: TEXT,
  phone: TEXT,
  roles: { type: 'array', items: { type: 'string', enum: [...ROLES] } },
  isAdmin: FLAG,
  emailVerified: FLAG,
  customer_id: { ...TEXT, nullable: true },
  billingLast4: { ...TEXT, nullable: true },
  registeredAt: { ...TEXT, format: 'date-time' },
  erased: FLAG,
} satisfies Record<string, Schema>;

/** An account in the admins' list. */
export const LISTED_ACCOUNT: Schema = objectOf(LISTED, [], 'ListedAccount');

/** An invitation in the admins' list. */
export const ADMIN_INVITATION: Schema = objectOf(
  {
    id: TEXT,
    email: { ...TEXT, nullable: true },
    role: { type: 'string', enum: [...ROLES], nullable: true },
    state: { type: 'string', enum: ['open', 'used', 'expired', 'revoked'] },
    mail: { type: 'string', enum: ['none', 'waiting', 'sent', 'not-sent'] },
    madeBy: TEXT,
    madeAt: { ...TEXT, format: 'date-time' },
    expiresAt: { ...TEXT, format: 'date-time' },
    usedBy: { ...TEXT, nullable: true },
    revokedBy: { ...TEXT, nullable: true },
    endedAt: { ...TEXT, format: 'date-time', nullable: true },
  },
  [],
  'AdminInvitation',
);

/** An account on its own page; `profiles` is how many are saved. */
export const SHOWN_ACCOUNT: Schema = objectOf({ ...LISTED, profiles: { type: 'integer' } }, [], 'ShownAccount');
