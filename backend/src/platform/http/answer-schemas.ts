import type {
  AccountInfo,
  AdminPromo,
  BillingAddress,
  BouncedMail,
  Place,
  ProfileAddress,
  ProfileView,
  PromoLookup,
  Session,
} from '@supreme-access/contract/api-types.js';
import { COUNTRIES, type Country } from '@supreme-access/contract/countries.js';
import { BOUNCE_REASONS } from '@supreme-access/contract/event-names.js';
import { CARD_BRANDS } from '@supreme-access/contract/limits.js';
import type { PageSettings } from '@supreme-access/contract/page-data.js';
import type { BrowserKeys } from '@supreme-access/contract/sealing.js';
import { ROLES } from '@supreme-access/contract/statuses.js';
import { objectOf, type Schema, type SchemaOf, schemaOf } from './answers.js';

/** The API's shapes as JSON schemas. They and `api-types.ts` say the same of every field, or neither compiles. */
export type Fields<T> = {
  [Name in keyof T]-?: object extends Pick<T, Name>
    ? { optional: SchemaOf<Exclude<T[Name], undefined>> }
    : SchemaOf<T[Name]>;
};

export const TEXT = schemaOf<string>({ type: 'string' });
export const FLAG = schemaOf<boolean>({ type: 'boolean' });
export const COUNT = schemaOf<number>({ type: 'integer', minimum: 0 });
export const MONTH = schemaOf<number>({ type: 'integer', minimum: 1, maximum: 12 });
export const PRICE = schemaOf<number>({
  type: 'number',
  example: 12.5,
  description: 'in currency units, at most two decimals',
});
export const INSTANT = schemaOf<string>({ type: 'string', format: 'date-time' });
export const YES = schemaOf<true>({ type: 'boolean', enum: [true] });
export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  schemaOf<Value>({ type: 'string', enum: [...values] });
export const listOf = <Value>(items: SchemaOf<Value>) => schemaOf<Value[]>({ type: 'array', items });
export const orNull = <Value>(schema: SchemaOf<Value>) => schemaOf<Value | null>({ ...schema, nullable: true });
export const freeForm = schemaOf<Record<string, unknown>>({ type: 'object', additionalProperties: true });
export const reasonsOf = <Action extends string>(actions: Readonly<Record<Action, Schema>>) =>
  schemaOf<Partial<Record<Action, string>>>(objectOf(actions, Object.keys(actions)));

export function shape<T>(title: string, fields: Fields<T>): SchemaOf<T> {
  const entries = Object.entries<Schema | { optional: Schema }>(fields);
  const optional = entries.flatMap(([name, field]) => ('optional' in field ? [name] : []));
  const properties = entries.map(([name, field]) => [name, 'optional' in field ? field.optional : field] as const);
  return schemaOf<T>(objectOf(Object.fromEntries(properties), optional, title));
}

const COUNTRY = oneOf(Object.keys(COUNTRIES) as Country[]);

export const BILLING_ADDRESS = shape<BillingAddress>('BillingAddress', {
  line1: TEXT,
  line2: { optional: TEXT },
  city: TEXT,
  state: TEXT,
  postal_code: TEXT,
  country: COUNTRY,
});
export const BOUNCED_MAIL = orNull(
  shape<BouncedMail>('BouncedMail', { at: INSTANT, kind: TEXT, reason: oneOf(BOUNCE_REASONS), reply: TEXT }),
);
export const ACCOUNT_FIELDS: Fields<AccountInfo> = {
  uuid: TEXT,
  name: TEXT,
  email: TEXT,
  phone: TEXT,
  customer_id: orNull(TEXT),
  billingAddress: orNull(BILLING_ADDRESS),
  billingLast4: orNull(TEXT),
  profiles: COUNT,
  isAdmin: FLAG,
  roles: listOf(oneOf(ROLES)),
  emailVerified: FLAG,
  pendingEmail: orNull(TEXT),
  mailBounced: BOUNCED_MAIL,
};
export const ACCOUNT_INFO = shape<AccountInfo>('AccountInfo', ACCOUNT_FIELDS);
export const SESSION = shape<Session>('Session', {
  success: YES,
  token: TEXT,
  mustEnrol: { optional: YES },
  ...ACCOUNT_FIELDS,
});

export const PROFILE_ADDRESS = shape<ProfileAddress>('ProfileAddress', {
  firstName: TEXT,
  lastName: TEXT,
  address1: TEXT,
  address2: { optional: TEXT },
  address3: { optional: TEXT },
  city: TEXT,
  state: TEXT,
  zip: TEXT,
  country: COUNTRY,
});
const PROFILE_CARD = shape<ProfileView['card']>('ProfileCard', {
  name: TEXT,
  type: oneOf(CARD_BRANDS),
  last4: TEXT,
  month: MONTH,
  year: COUNT,
  codeOnFile: FLAG,
});
export const PROFILE_VIEW = shape<ProfileView>('ProfileView', {
  profileId: TEXT,
  profileName: TEXT,
  email: TEXT,
  phone: TEXT,
  shipping: PROFILE_ADDRESS,
  billing: PROFILE_ADDRESS,
  card: PROFILE_CARD,
  matchInfo: FLAG,
  poBox: FLAG,
  streetConfirmed: { optional: FLAG },
});

export const BROWSER_KEYS = shape<BrowserKeys>('BrowserKeys', {
  keys: listOf(freeForm),
  now: { ...COUNT, description: "ms UTC by the server's clock" },
});
export const PAGE_SETTINGS = shape<PageSettings>('PageSettings', {
  stripePublishableKey: orNull(TEXT),
  analytics: FLAG,
  strictSetup: FLAG,
  inboundAddress: orNull(TEXT),
  supportEmail: orNull(TEXT),
  placesFrom: oneOf(['geonames', 'openstreetmap']),
});
export const PLACE = shape<Place>('Place', {
  label: TEXT,
  address1: TEXT,
  city: TEXT,
  state: TEXT,
  zip: TEXT,
  country: COUNTRY,
});
const PERCENT = schemaOf<number>({ type: 'number', exclusiveMinimum: true, minimum: 0, maximum: 100 });
export const PROMO_LOOKUP = shape<PromoLookup>('PromoLookup', { promoCode: TEXT, percent: PERCENT });
export const ADMIN_PROMO = shape<AdminPromo>('AdminPromo', {
  id: TEXT,
  promoCode: TEXT,
  percent: PERCENT,
  startsAt: orNull(INSTANT),
  endsAt: orNull(INSTANT),
  limit: orNull(COUNT),
  limitPerAccount: orNull(COUNT),
  redeemed: COUNT,
  ended: FLAG,
});

const EVENT_METADATA = objectOf(
  {
    schemaVersion: COUNT,
    commandId: TEXT,
    requestHash: TEXT,
    correlationId: TEXT,
    causationId: TEXT,
    actor: objectOf({ kind: TEXT, id: TEXT }),
    recordedAt: { ...COUNT, description: 'ms UTC' },
    subject: TEXT,
    hash: TEXT,
  },
  ['causationId', 'subject'],
);
export const FEED_EVENT = objectOf(
  {
    position: COUNT,
    stream: TEXT,
    revision: COUNT,
    id: TEXT,
    type: TEXT,
    data: { ...freeForm, description: '`personal` is sealed' },
    metadata: EVENT_METADATA,
  },
  [],
  'FeedEvent',
);
