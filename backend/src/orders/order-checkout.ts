import type { Size } from '@supreme-access/contract/limits.js';
import { type Claim, claimed } from '../event-sourcing/claims.js';
import { Command, type CommandOf, Refused, unreachable } from '../event-sourcing/decider.js';
import {
  type Bought,
  type CheckoutEvent,
  type CheckoutFacts,
  type CheckoutState,
  CODE_GONE,
  OF_ONE_ITEM,
  type OpenCheckout,
  OVER_LIMIT,
  UNAVAILABLE,
  usableCode,
} from './checkout-facts.js';
import { boughtUnpaid, type CheckoutDecided, type Recorded, recordOutcome, success } from './checkout-outcomes.js';
import { isTooEarly, type Takeover } from './claims.js';
import { type Evidence, mayProve, refusedReference } from './evidence.js';
import type { ShopState } from './order-shop.js';
import { isEnded, orderEnded, type PlacedFacts } from './order-status.js';
import {
  decideToken,
  notProven,
  progressAfter,
  progressInDoubt,
  takenBy,
  tokenCommands,
  type Unsold,
} from './order-tokens.js';

/** `after`: attempts known to the sender; more mean that another worker was faster */
export class StartCheckout extends Command<
  Claim & { size: Size; style: string; closesAt: number; retailerId?: string; means?: 'token'; after?: number }
> {
  readonly type = 'StartCheckout';
}
export class TakeOverCheckout extends Command<Claim & Takeover & { reference: string; retryAt: number }> {
  readonly type = 'TakeOverCheckout';
}
export class RecordCheckout extends Command<Recorded> {
  readonly type = 'RecordCheckout';
}
export class GiveCode extends Command<{ codeRecord: string }> {
  readonly type = 'GiveCode';
}
/** Evidence other than the retailer's answer. @throws Refused 'not-attempted' | 'refused-reference' */
export class RecordEvidence extends Command<{ evidence: Evidence }> {
  readonly type = 'RecordEvidence';
}
export const checkoutCommands = {
  StartCheckout,
  TakeOverCheckout,
  RecordCheckout,
  GiveCode,
  RecordEvidence,
  ...tokenCommands,
};
export type CheckoutCommand = CommandOf<typeof checkoutCommands>;

/** A token is made of the card without its code. */
export function needsCode(state: CheckoutFacts, { means }: Pick<PlacedFacts, 'means'>): boolean {
  return means !== 'token' && isOpen(state);
}

export function isOpen(state: CheckoutFacts): boolean {
  return state.bought === null && !isEnded(state);
}

export function decideCheckout(
  command: CheckoutCommand,
  state: CheckoutFacts & ShopState,
  placed: PlacedFacts,
  now: number,
): CheckoutDecided[] {
  switch (command.type) {
    case 'StartCheckout': {
      const { after = state.attempts, ...claim } = command.data;
      if (state.checkout) throw claimed();
      if (state.bought || isEnded(state)) throw orderEnded();
      if (state.attempts !== after) throw claimed();
      const attempt = state.attempts + 1;
      const reference = `${placed.orderId}:${attempt}`;
      return [{ type: 'CheckoutStarted', data: { attempt, reference, ...claim } }];
    }
    case 'TakeOverCheckout': {
      const { checkout } = state;
      const { ended, ...claim } = command.data;
      if (checkout?.reference !== claim.reference || isTooEarly(checkout, ended, now)) throw claimed();
      const reason = now < checkout.leaseUntil ? 'holder-ended' : 'lease-expired';
      return [{ type: 'CheckoutOutcomeUnknown', data: { attempt: checkout.attempt, reason, ...claim } }];
    }
    case 'RecordCheckout':
      return recordOutcome(command.data, state, placed, now);
    case 'GiveCode':
      return giveCode(command.data.codeRecord, state, placed, now);
    case 'RecordEvidence':
      if (state.bought) return [];
      if (state.attempts === 0)
        throw new Refused('not-attempted', 'conflict', 'Nothing has been attempted for this order yet.');
      if (!mayProve(command.data.evidence.reference, state.checkout)) throw refusedReference();
      // The shop's word, by mail or passed on, is its word once more; only the money or a person can add to that.
      if (state.checkout?.paying && ['signed-email', 'retailer'].includes(command.data.evidence.kind)) {
        // Nothing was bought before a token or the person could pay: the word is of an earlier attempt.
        if (!state.checkout.paying.token && !state.checkout.paying.escalated) throw notProven();
        return boughtUnpaid(command.data, state.checkout, now);
      }
      return [success(state, placed, command.data)];
    default:
      if (state.bought) return [];
      return decideToken(command, state.checkout, placed);
  }
}

function giveCode(codeRecord: string, state: CheckoutFacts, placed: PlacedFacts, now: number): CheckoutDecided[] {
  if (state.codeRecord === codeRecord) return [];
  if (!needsCode(state, placed)) throw codeNotNeeded();
  const isWaiting = state.codeWanted && !state.checkout;
  const data = { codeRecord, replaces: state.codeRecord, retryAt: isWaiting ? now : null };
  return [{ type: 'SecurityCodeGiven', data }];
}

export function notReleased(): Refused {
  return new Refused('not-released', 'conflict', 'The release of this product has not started.');
}

export function codeNotNeeded(): Refused {
  return new Refused('order-ended', 'conflict', 'This order no longer needs a security code.');
}

function placeOf(checkout: OpenCheckout | null): Pick<Bought, 'at'> {
  const { retailerId, paying } = checkout ?? {};
  const session = paying?.escalated?.session ?? paying?.prepared?.session;
  return retailerId === undefined || session === undefined ? {} : { at: { retailerId, session } };
}

function givenUpBy(
  { checkout, givenUp }: CheckoutState,
  unsold: Unsold | undefined,
): Pick<CheckoutState, 'givenUp' | 'takenByShop'> {
  const { prepared, escalated } = checkout?.paying ?? {};
  const session = prepared?.session ?? escalated?.session;
  const takenByShop = takenBy(prepared, unsold);
  if (!checkout || session === undefined) return { givenUp, takenByShop };
  const { reference, retailerId } = checkout;
  return { takenByShop, givenUp: [...givenUp, { reference, session, ...(retailerId ? { retailerId } : {}) }] };
}

/** attempts of which a drop that begins late at the shop gives the first choice */
const FIRST_CHOICES = 6;

/** Once all were tried, they begin anew. */
function passedOver({ attempts, unavailable }: CheckoutState, tried: string): string[] {
  if (attempts < FIRST_CHOICES) return unavailable;
  return unavailable.includes(tried) ? [tried] : [...unavailable, tried];
}

const CODE_SERVED = ['declined', CODE_GONE];

type Evolved = CheckoutState & Pick<ShopState, 'purchaseSettled'>;

export function evolveCheckout<State extends Evolved>(state: State, event: CheckoutEvent): State {
  switch (event.type) {
    case 'CheckoutStarted': {
      const { closesAt, means, ...checkout } = event.data;
      const codeRecord = usableCode(state);
      const begun = { ...checkout, codeRecord, unresolvedClaims: 0, ...(means ? { paying: {} } : {}) };
      return { ...state, attempts: checkout.attempt, checkout: begun, closesAt };
    }
    case 'CheckoutSucceeded': {
      const { size, style, evidence, retail } = event.data;
      const bought = { size, style, evidence, ...(retail ? { retail } : {}), ...placeOf(state.checkout) };
      return { ...state, checkout: null, bought };
    }
    case 'CheckoutRefused': {
      const tried = state.checkout ? `${state.checkout.size}/${state.checkout.style}` : '';
      const soldOut = OF_ONE_ITEM.includes(event.data.reason) ? [...state.soldOut, tried] : state.soldOut;
      const unavailable = event.data.reason === UNAVAILABLE ? passedOver(state, tried) : state.unavailable;
      // A newer code may have replaced it during the attempt.
      const hasServed = CODE_SERVED.includes(event.data.reason) && state.checkout?.codeRecord === usableCode(state);
      const codeWanted = state.codeWanted || (hasServed && !state.checkout?.paying);
      const isOverLimit = state.isOverLimit || event.data.reason === OVER_LIMIT;
      const ended = givenUpBy(state, event.data.unsold);
      const purchaseSettled = state.purchaseSettled && ended.takenByShop === 0;
      return { ...state, checkout: null, soldOut, unavailable, isOverLimit, codeWanted, purchaseSettled, ...ended };
    }
    case 'CheckoutOutcomeUnknown': {
      const { by, leaseUntil } = event.data;
      const { checkout } = state;
      if (!checkout) return state;
      const taken = { ...checkout, by, leaseUntil, unresolvedClaims: checkout.unresolvedClaims + 1 };
      if (!checkout.paying) return { ...state, checkout: taken };
      const paying = progressInDoubt(checkout.paying, event.data);
      const finishedByShopper = paying.escalated !== undefined && paying.sold !== undefined;
      return { ...state, checkout: { ...taken, paying }, finishedByShopper };
    }
    case 'SecurityCodeGiven':
      return { ...state, codeRecord: event.data.codeRecord, codeWanted: false };
    case 'CheckoutPrepared':
    case 'PaymentTokenMade':
    case 'CheckoutEscalated': {
      const { checkout } = state;
      if (!checkout?.paying) return state;
      const linkRecord = event.type === 'CheckoutEscalated' ? event.data.linkRecord : state.linkRecord;
      return { ...state, linkRecord, checkout: { ...checkout, paying: progressAfter(checkout.paying, event) } };
    }
    default:
      return unreachable(event);
  }
}
