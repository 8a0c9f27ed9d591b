import type { Size } from '@supreme-access/contract/limits.js';
import type { Claim } from '../event-sourcing/claims.js';
import type { OpenClaim } from './claims.js';
import type { Evidence } from './evidence.js';
import type { WithStatus } from './order-status.js';
import type { Answered, Sold, TokenEvent, TokenProgress, Unsold } from './order-tokens.js';

/** One reference is open at a time; a new attempt follows only a definite refusal. */

export const TAKEN_OVER = ['lease-expired', 'holder-ended'];

export const CODE_GONE = 'code-gone';
export const OVER_LIMIT = 'over-limit';
/** refusals of one size and style, for which another may follow */
export const OF_ONE_ITEM: readonly string[] = ['sold-out', OVER_LIMIT];
/** a refusal of one item that the shop does not sell, or not yet */
export const UNAVAILABLE = 'other: item_unavailable';
export const BOUGHT_UNPAID = 'bought-unpaid';

/** As the shop says. `number`: of its order, absent where it names none; `total`: minor units of `currency` */
export interface RetailOrder {
  number?: string;
  total?: number;
  currency?: string;
}

export type CheckoutEvent =
  | {
      type: 'CheckoutStarted';
      /** `retailerId`: absent: the retailer of the settings; `means`: absent: the card itself */
      data: Claim & {
        attempt: number;
        reference: string;
        size: Size;
        style: string;
        closesAt: number;
        retailerId?: string;
        means?: 'token';
      };
    }
  | TokenEvent
  | {
      type: 'CheckoutSucceeded';
      /**
       * `late`: the order had already ended; it is never charged. `payment`: the capture of the payment token.
       * `url`: the shop's page of the order, which may show the buyer to whoever has it
       */
      data: {
        attempt: number;
        reference: string;
        size: Size;
        style: string;
        evidence: Evidence;
        payment?: Evidence;
        retail?: RetailOrder;
        late: boolean;
        personal?: { url: string };
      };
      subject?: string;
    }
  | {
      type: 'CheckoutRefused';
      /** `unsold`: what proves it where a payment token may have been made */
      data: { attempt: number; reference: string; reason: string; retryAt: number | null; unsold?: Unsold };
    }
  /** `replaces`: the previous record; `retryAt`: ms UTC when a checkout waited for the code, else null */
  | { type: 'SecurityCodeGiven'; data: { codeRecord: string; replaces: string | null; retryAt: number | null } }
  /**
   * Once per reference and takeover. `retryAt`: ms UTC of the next lookup; `sold`: bought as the shop says, and unpaid;
   * `answered`: no request is in doubt, and the token alone is still to be ended
   */
  | {
      type: 'CheckoutOutcomeUnknown';
      data: Claim & {
        attempt: number;
        reference: string;
        reason: string;
        retryAt: number;
        sold?: Pick<Sold, 'evidence'>;
        answered?: Answered;
      };
    };

export type CheckoutOutcome =
  | ({ kind: 'succeeded'; payment?: Evidence } & Sold)
  /** `retryAt` null: the refusal is final */
  | { kind: 'refused'; reason: string; retryAt: number | null; unsold?: Unsold }
  | UnknownOutcome;
export interface UnknownOutcome {
  kind: 'unknown';
  reason: string;
  retryAt: number;
  answered?: Answered;
}

export interface OpenCheckout extends OpenClaim {
  codeRecord: string | null;
  attempt: number;
  reference: string;
  size: Size;
  style: string;
  retailerId?: string;
  /** absent: the card itself pays */
  paying?: TokenProgress;
}

/** `at`: the shop's session that was completed */
export interface Bought {
  size: Size;
  style: string;
  evidence: Evidence;
  retail?: RetailOrder;
  at?: { retailerId: string; session: string };
}

/** An attempt with a session, which ended without a purchase. */
export interface GivenUp {
  reference: string;
  session: string;
  retailerId?: string;
}

export interface CheckoutState {
  attempts: number;
  checkout: OpenCheckout | null;
  codeRecord: string | null;
  /** the code was used or deleted; its owner must enter it again */
  codeWanted: boolean;
  /** `size/style` */
  soldOut: string[];
  /** `size/style`, for which others are tried first */
  unavailable: string[];
  /** one of them was above the agreed limit */
  isOverLimit: boolean;
  bought: Bought | null;
  /** vault record of the newest link of a shop */
  linkRecord: string | null;
  /** minor units of the agreed currency that a shop took with a token and sold nothing for */
  takenByShop: number;
  givenUp: readonly GivenUp[];
  /** the shop wanted the person, and says that it has sold since: no token of ours could pay for that */
  finishedByShopper: boolean;
  /** ms UTC, end of the promise; set by the first attempt */
  closesAt: number | null;
}

export const NO_CHECKOUT: CheckoutState = {
  attempts: 0,
  checkout: null,
  codeRecord: null,
  codeWanted: false,
  soldOut: [],
  unavailable: [],
  isOverLimit: false,
  bought: null,
  linkRecord: null,
  takenByShop: 0,
  givenUp: [],
  finishedByShopper: false,
  closesAt: null,
};

export type CheckoutFacts = WithStatus<CheckoutState>;

/** Vault record for the next submission; null once its code was used. */
export function usableCode({ codeRecord, codeWanted }: CheckoutState): string | null {
  return codeWanted ? null : codeRecord;
}
