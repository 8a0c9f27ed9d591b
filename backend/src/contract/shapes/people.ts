import { type Static, Type } from 'typebox';
import { COUNTRIES, type Country } from '../countries.js';
import { BOUNCE_REASONS } from '../event-names.js';
import { CARD_BRANDS } from '../limits.js';
import { ROLES } from '../statuses.js';
import { COUNT, FLAG, INSTANT, listOf, MONTH, oneOf, orNull, shape, TEXT, YES } from './primitives.js';

const COUNTRY = oneOf(Object.keys(COUNTRIES) as Country[]);

/** `state` is '' in countries without states. */
export const BillingAddress = shape('BillingAddress', {
  line1: TEXT,
  line2: Type.Optional(TEXT),
  city: TEXT,
  state: TEXT,
  postal_code: TEXT,
  country: COUNTRY,
});
export type BillingAddress = Static<typeof BillingAddress>;

/** The last bounce until a mail arrives or the address changes. `reply`: SMTP codes, as in '550 5.1.1'. */
export const BouncedMail = shape('BouncedMail', {
  at: INSTANT,
  kind: TEXT,
  reason: oneOf(BOUNCE_REASONS),
  reply: TEXT,
});
export type BouncedMail = Static<typeof BouncedMail>;

export const ACCOUNT_FIELDS = {
  uuid: TEXT,
  name: TEXT,
  email: TEXT,
  phone: TEXT,
  customer_id: orNull(TEXT),
  billingAddress: orNull(BillingAddress),
  billingLast4: orNull(TEXT),
  profiles: COUNT,
  isAdmin: FLAG,
  roles: listOf(oneOf(ROLES)),
  emailVerified: FLAG,
  pendingEmail: orNull(TEXT),
  mailBounced: orNull(BouncedMail),
};
export const AccountInfo = shape('AccountInfo', ACCOUNT_FIELDS);
export type AccountInfo = Static<typeof AccountInfo>;

/** `mustEnrol`: staff rights need one-time codes first. */
export const Session = shape('Session', {
  success: YES,
  token: TEXT,
  mustEnrol: Type.Optional(YES),
  ...ACCOUNT_FIELDS,
});
export type Session = Static<typeof Session>;

export const CardToken = Type.Object({ id: TEXT });

const SESSION_FIELDS = { id: TEXT, begunAt: INSTANT, usedAt: INSTANT };
/** `usedAt` is written at most once a minute; `current`: the session of this request. */
export const OwnSession = shape('OwnSession', { ...SESSION_FIELDS, current: FLAG });
export type OwnSession = Static<typeof OwnSession>;

const listedAccount = {
  id: TEXT,
  uuid: TEXT,
  name: TEXT,
  email: TEXT,
  phone: TEXT,
  roles: listOf(oneOf(ROLES)),
  isAdmin: FLAG,
  locked: FLAG,
  emailVerified: FLAG,
  customer_id: orNull(TEXT),
  billingLast4: orNull(TEXT),
  mailBounced: orNull(BouncedMail),
  registeredAt: INSTANT,
  erased: FLAG,
};
export const ListedAccount = shape('ListedAccount', listedAccount);
export type ListedAccount = Static<typeof ListedAccount>;
export const ShownAccount = shape('ShownAccount', { ...listedAccount, profiles: Type.Integer() });
export type ShownAccount = Static<typeof ShownAccount>;

export const AccountAccess = shape('AccountAccess', {
  sessions: listOf(shape('StaffSession', SESSION_FIELDS)),
  sessionsKept: FLAG,
  oneTimeCodes: FLAG,
  wrongPasswords: COUNT,
});
export type AccountAccess = Static<typeof AccountAccess>;

export const MAIL_STATES = ['waiting', 'sent', 'not-sent', 'bounced'] as const;
export const AccountMail = shape('AccountMail', {
  id: TEXT,
  kind: TEXT,
  state: oneOf(MAIL_STATES),
  orderId: orNull(TEXT),
  requestedAt: INSTANT,
  endedAt: orNull(INSTANT),
  bounceReason: orNull(oneOf(BOUNCE_REASONS)),
  reply: orNull(TEXT),
});
export type AccountMail = Static<typeof AccountMail>;
export type MailState = AccountMail['state'];

export const ListedBounce = shape('ListedBounce', {
  id: TEXT,
  about: TEXT,
  aboutId: TEXT,
  kind: TEXT,
  reason: oneOf(BOUNCE_REASONS),
  reply: TEXT,
  at: INSTANT,
});
export type ListedBounce = Static<typeof ListedBounce>;

export const SECURITY_EVENTS = [
  'AccountRegistered',
  'EmailVerified',
  'EmailMoveRequested',
  'EmailMoved',
  'PasswordChanged',
  'PasswordRevoked',
  'PasswordResetRequested',
  'SessionsRevoked',
  'RoleGranted',
  'RoleTaken',
  'AccountLocked',
  'AccountUnlocked',
  'ErasureRequested',
  'PersonalDataErased',
  'TotpEnrolled',
  'TotpDisabled',
  'RecoveryCodeUsed',
  'RecoveryCodesMade',
  'SessionBegun',
] as const;
export const AccountSecurityEvent = shape('AccountSecurityEvent', {
  id: TEXT,
  type: oneOf(SECURITY_EVENTS),
  position: COUNT,
  at: INSTANT,
  by: shape('Actor', { kind: TEXT, id: TEXT }),
  role: orNull(TEXT),
  reason: orNull(TEXT),
  endedAt: orNull(INSTANT),
  /** `requestId` in the security log */
  correlationId: TEXT,
});
export type AccountSecurityEvent = Static<typeof AccountSecurityEvent>;
export type SecurityEventName = AccountSecurityEvent['type'];

export const AdminInvitation = shape('AdminInvitation', {
  id: TEXT,
  /** null without a mail, or after an erasure */
  email: orNull(TEXT),
  role: orNull(oneOf(ROLES)),
  state: oneOf(['open', 'used', 'expired', 'revoked']),
  mail: oneOf(['none', ...MAIL_STATES]),
  madeBy: TEXT,
  madeAt: INSTANT,
  expiresAt: INSTANT,
  usedBy: orNull(TEXT),
  revokedBy: orNull(TEXT),
  endedAt: orNull(INSTANT),
});
export type AdminInvitation = Static<typeof AdminInvitation>;
export type InvitationState = AdminInvitation['state'];

export const ProfileAddress = shape('ProfileAddress', {
  firstName: TEXT,
  lastName: TEXT,
  address1: TEXT,
  address2: Type.Optional(TEXT),
  address3: Type.Optional(TEXT),
  city: TEXT,
  state: TEXT,
  zip: TEXT,
  country: COUNTRY,
});
export type ProfileAddress = Static<typeof ProfileAddress>;

const PROFILE_CARD = shape('ProfileCard', {
  name: TEXT,
  type: oneOf(CARD_BRANDS),
  last4: TEXT,
  month: MONTH,
  year: COUNT,
  codeOnFile: FLAG,
});
export const ProfileView = shape('ProfileView', {
  profileId: TEXT,
  profileName: TEXT,
  email: TEXT,
  phone: TEXT,
  shipping: ProfileAddress,
  billing: ProfileAddress,
  card: PROFILE_CARD,
  matchInfo: FLAG,
  poBox: FLAG,
  streetConfirmed: Type.Optional(FLAG),
});
export type ProfileView = Static<typeof ProfileView>;
export const SAVED_PROFILE = {
  profileId: TEXT,
  poBox: { ...FLAG, description: 'the fee of such an order is not given back' },
};
/** `profile` in clear or `eProfile` encrypted; never a card number or code. */
export const ListedProfile = shape('ListedProfile', {
  profileId: TEXT,
  eProfile: Type.Optional(Type.String({ format: 'jwe' })),
  profile: Type.Optional(ProfileView),
});
export type ListedProfile = Static<typeof ListedProfile>;

export const MaskedProfile = shape('MaskedProfile', {
  id: TEXT,
  profileName: TEXT,
  name: TEXT,
  city: TEXT,
  country: TEXT,
  cardBrand: TEXT,
  cardLast4: TEXT,
  codeOnFile: FLAG,
  savedAt: INSTANT,
});
export type MaskedProfile = Static<typeof MaskedProfile>;

export const Place = shape('Place', {
  label: TEXT,
  address1: TEXT,
  city: TEXT,
  state: TEXT,
  zip: TEXT,
  country: COUNTRY,
});
export type Place = Static<typeof Place>;
