import { type Static, Type } from 'typebox';
import { COUNTRIES, type Country } from '../countries.js';
import { BOUNCE_REASONS } from '../event-names.js';
import { CARD_BRANDS } from '../limits.js';
import { ROLES } from '../statuses.js';
import { COUNT, FLAG, INSTANT, listOf, MONTH, oneOf, orNull, shape, TEXT, YES } from './primitives.js';

const COUNTRY = oneOf(Object.keys(COUNTRIES) as Country[]);

/** `state` is '' where the country's addresses have none, here and below. */
export const BillingAddress = shape('BillingAddress', {
  line1: TEXT,
  line2: Type.Optional(TEXT),
  city: TEXT,
  state: TEXT,
  postal_code: TEXT,
  country: COUNTRY,
});
export type BillingAddress = Static<typeof BillingAddress>;

/** The last mail that did not arrive, until one does or there is another address. `reply`: the mail server's, in digits, as in '550 5.1.1'. */
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
  /** another address, until the link that was mailed to it is followed */
  pendingEmail: orNull(TEXT),
  /** in the last 30 days */
  mailBounced: orNull(BouncedMail),
};
export const AccountInfo = shape('AccountInfo', ACCOUNT_FIELDS);
export type AccountInfo = Static<typeof AccountInfo>;

/** `mustEnrol`: it can do nothing as staff before one-time codes are on. */
export const Session = shape('Session', {
  success: YES,
  token: TEXT,
  mustEnrol: Type.Optional(YES),
  ...ACCOUNT_FIELDS,
});
export type Session = Static<typeof Session>;

/** What a card is kept under at the payment provider. */
export const CardToken = Type.Object({ id: TEXT });

const SESSION_FIELDS = { id: TEXT, begunAt: INSTANT, usedAt: INSTANT };
/** One of the sessions that a member of staff has open. `usedAt` is written at most once a minute; `current`: the one that asks. */
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
  /** nobody signs in to it */
  locked: FLAG,
  emailVerified: FLAG,
  customer_id: orNull(TEXT),
  billingLast4: orNull(TEXT),
  mailBounced: orNull(BouncedMail),
  registeredAt: INSTANT,
  erased: FLAG,
};
/** An account as admins and auditors see it; once it is erased, nothing personal is left in it. */
export const ListedAccount = shape('ListedAccount', listedAccount);
export type ListedAccount = Static<typeof ListedAccount>;
/** The one that is asked for by its id says how many profiles are saved. */
export const ShownAccount = shape('ShownAccount', { ...listedAccount, profiles: Type.Integer() });
export type ShownAccount = Static<typeof ShownAccount>;

/** Where an account stands open to whoever signs in to it. */
export const AccountAccess = shape('AccountAccess', {
  /** open sessions of staff, the one used last first; shoppers' are not listed */
  sessions: listOf(shape('StaffSession', SESSION_FIELDS)),
  sessionsKept: FLAG,
  oneTimeCodes: FLAG,
  /** within the last hour, from where nobody had signed in to it before */
  wrongPasswords: COUNT,
});
export type AccountAccess = Static<typeof AccountAccess>;

export const MAIL_STATES = ['waiting', 'sent', 'not-sent', 'bounced'] as const;
export const AccountMail = shape('AccountMail', {
  id: TEXT,
  kind: TEXT,
  state: oneOf(MAIL_STATES),
  /** of a mail about an order, of which only a bounce is listed here */
  orderId: orNull(TEXT),
  requestedAt: INSTANT,
  /** when it was sent, bounced or given up */
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
/** What happened to who may sign in to an account. */
export const AccountSecurityEvent = shape('AccountSecurityEvent', {
  /** of the event in the log; of a session its own */
  id: TEXT,
  type: oneOf(SECURITY_EVENTS),
  position: COUNT,
  at: INSTANT,
  /** 'admin' and the id of their account, 'guest', 'worker' and its name */
  by: shape('Actor', { kind: TEXT, id: TEXT }),
  role: orNull(TEXT),
  reason: orNull(TEXT),
  /** of a session that is over */
  endedAt: orNull(INSTANT),
  /** `requestId` in the security log */
  correlationId: TEXT,
});
export type AccountSecurityEvent = Static<typeof AccountSecurityEvent>;
export type SecurityEventName = AccountSecurityEvent['type'];

/** An invitation as admins and auditors see it: never with its token. */
export const AdminInvitation = shape('AdminInvitation', {
  id: TEXT,
  /** null when it was mailed to nobody, or once that person is erased */
  email: orNull(TEXT),
  /** null: an ordinary shopper */
  role: orNull(oneOf(ROLES)),
  state: oneOf(['open', 'used', 'expired', 'revoked']),
  mail: oneOf(['none', ...MAIL_STATES]),
  madeBy: TEXT,
  madeAt: INSTANT,
  expiresAt: INSTANT,
  usedBy: orNull(TEXT),
  revokedBy: orNull(TEXT),
  /** when it was used or revoked */
  endedAt: orNull(INSTANT),
});
export type AdminInvitation = Static<typeof AdminInvitation>;
export type InvitationStanding = AdminInvitation['state'];

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
  /** it looks like a PO box, and the shopper says that it is a street */
  streetConfirmed: Type.Optional(FLAG),
});
export type ProfileView = Static<typeof ProfileView>;
export const SAVED_PROFILE = {
  profileId: TEXT,
  poBox: { ...FLAG, description: 'the fee of such an order is not given back' },
};
/** In clear under `profile` or encrypted under `eProfile`: never a card's number or code. */
export const ListedProfile = shape('ListedProfile', {
  profileId: TEXT,
  eProfile: Type.Optional(Type.String({ format: 'jwe' })),
  profile: Type.Optional(ProfileView),
});
export type ListedProfile = Static<typeof ListedProfile>;

/** A profile as staff see it: never more of its card than its last digits, and no street. */
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
