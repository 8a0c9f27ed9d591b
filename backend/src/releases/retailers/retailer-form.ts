import {
  QUIRK_NAMES,
  RETAILER_PROTOCOLS,
  type RetailerProtocol,
  SHIPPING_RULES,
  type ShippingRule,
} from '@supreme-access/contract/retailer-protocols.js';
import { StepUpBody } from '../../customers/accounts/step-up.js';
import { Choice, Field, type FieldSpec, Text, Whole } from '../../http/fields.js';
import { Lenient } from '../../http/validation.js';
import type { RetailerInput } from '../../retailers/directory/directory.js';

const MOST = 50;
const listed = (items: object, accepts: (value: unknown) => boolean = () => true): FieldSpec => ({
  absent: true,
  verbatim: true,
  schema: { type: 'array', items, maxItems: MOST },
  accepts: (value) => Array.isArray(value) && value.length <= MOST && value.every(accepts),
});
const object = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const QUIRK = listed({ type: 'string', enum: QUIRK_NAMES }, (value) => QUIRK_NAMES.some((one) => one === value));
const KEY: FieldSpec = {
  absent: true,
  verbatim: true,
  schema: { type: 'string', nullable: true, description: 'signs us in there; null drops it, never answered' },
  read: (given) => (given === '' ? null : given),
  accepts: (value) => value === null || (typeof value === 'string' && /^[\x21-\x7e]{1,4000}$/.test(value)),
};

@Lenient()
export class RetailerBody extends StepUpBody {
  @Text({ absent: true, max: 100 })
  name?: string;
  @Choice(RETAILER_PROTOCOLS, { absent: true })
  protocol?: RetailerProtocol;
  @Text({ absent: true, max: 400, description: "an https address; 'sandbox': the one of this process" })
  baseUrl?: string;
  @Text({ optional: true, blank: true, max: 20, description: 'of its protocol; empty: the newest that both speak' })
  version?: string | null;
  @Field(KEY)
  key?: string | null;
  @Text({ optional: true, blank: true, max: 200, description: 'whom payment tokens are made for, as Stripe names it' })
  sellerProfile?: string | null;
  @Choice(SHIPPING_RULES, { absent: true })
  shipping?: ShippingRule;
  @Field(listed({ type: 'string' }))
  mailDomains?: unknown[];
  @Field(listed(object('domain', 'selector', 'publicKey')))
  mailKeys?: unknown[];
  @Field(listed(object('subject', 'text')))
  confirms?: unknown[];
  @Field(QUIRK)
  quirks?: RetailerInput['quirks'];
  @Whole({ absent: true, min: 0, description: 'the one that was edited; another one by now is a conflict' })
  revision?: number;
}

export function retailerInput({ password: _, otp: __, version, sellerProfile, ...given }: RetailerBody) {
  return {
    ...given,
    ...(version === undefined ? {} : { version: version || null }),
    ...(sellerProfile === undefined ? {} : { sellerProfile: sellerProfile || null }),
  } satisfies Partial<RetailerInput>;
}
