import { cleanLine } from '@supreme-access/contract/clean-text.js';
import { Map as IMap } from 'immutable';
import {
  Command,
  type CommandOf,
  type Decider,
  EditCommand,
  noSuch,
  Refused,
  savedMeanwhile,
  unreachable,
} from '../../event-sourcing/decider.js';

/** An order redeems a code before it reserves its slot; without a slot the redemption is returned. */

export interface PromoFacts {
  /** above 0, at most 100 */
  percent: number;
  /** ms UTC */
  startsAt: number | null;
  endsAt: number | null;
  limit: number | null;
  limitPerAccount: number | null;
}

interface Redemption {
  productId: string;
  accountId: string | null;
  /** derived from card and address, per code */
  person: string;
}

export type PromoEvent =
  | {
      type: 'PromoCreated';
      data: PromoFacts & { promoCode: string };
    }
  | { type: 'PromoEdited'; data: { changes: Partial<PromoFacts> } }
  | { type: 'PromoRedeemed'; data: Redemption & { orderId: string; percent: number } }
  | { type: 'PromoRedemptionReleased'; data: { orderId: string } }
  | { type: 'PromoEnded'; data: Record<string, never> };

export class CreatePromo extends Command<PromoFacts> {
  readonly type = 'CreatePromo';
}
export class EditPromo extends EditCommand<Partial<PromoFacts>> {
  readonly type = 'EditPromo';
}
export class RedeemPromo extends Command<Redemption & { orderId: string }> {
  readonly type = 'RedeemPromo';
}
export class ReturnRedemption extends Command<{ orderId: string }> {
  readonly type = 'ReturnRedemption';
}
export class EndPromo extends Command<Record<string, never>> {
  readonly type = 'EndPromo';
}
export const promoCommands = { CreatePromo, EditPromo, RedeemPromo, ReturnRedemption, EndPromo };
export type PromoCommand = CommandOf<typeof promoCommands>;

export interface PromoState {
  facts: PromoFacts | null;
  /** 1 when created, plus 1 per edit */
  version: number;
  ended: boolean;
  redeemed: IMap<string, Redemption & { percent: number }>;
  /** by account and by person, so that guests have the same limit */
  perAccount: IMap<string, number>;
}

export function promoInvalid(): Refused {
  return new Refused('promo-invalid', 'invalid', 'This promo code is not valid.');
}

export function isOpen({ startsAt, endsAt }: PromoFacts, now: number): boolean {
  return (startsAt === null || now >= startsAt) && (endsAt === null || now < endsAt);
}

function decide(command: PromoCommand, state: PromoState, now: number): PromoEvent[] {
  if (command.type === 'CreatePromo') return create(command, state);
  const { facts } = state;
  if (command.type === 'RedeemPromo') return redeem(command, state, now);
  if (!facts) throw noSuch('promo code');
  switch (command.type) {
    case 'EditPromo': {
      const edited = { ...facts, ...command.data };
      checkTimes(edited);
      if (JSON.stringify(edited) === JSON.stringify(facts)) return [];
      if (command.version !== undefined && command.version !== state.version) throw savedMeanwhile('promo code');
      return [{ type: 'PromoEdited', data: { changes: command.data } }];
    }
    case 'ReturnRedemption': {
      const { orderId } = command.data;
      return state.redeemed.has(orderId) ? [{ type: 'PromoRedemptionReleased', data: { orderId } }] : [];
    }
    case 'EndPromo':
      return state.ended ? [] : [{ type: 'PromoEnded', data: {} }];
    default:
      return unreachable(command);
  }
}

function create({ id, data }: CreatePromo, state: PromoState): PromoEvent[] {
  if (state.facts) throw new Refused('promo-exists', 'conflict', 'This promo code already exists.');
  checkTimes(data);
  return [{ type: 'PromoCreated', data: { promoCode: id, ...data } }];
}

function checkTimes({ startsAt, endsAt }: PromoFacts): void {
  if (startsAt === null || endsAt === null || startsAt < endsAt) return;
  throw new Refused('promo-times', 'invalid', 'The promo code must start before it ends.');
}

function redeem({ data }: RedeemPromo, state: PromoState, now: number): PromoEvent[] {
  const { facts, ended, redeemed, perAccount } = state;
  if (redeemed.has(data.orderId)) return [];
  if (!facts || ended || !isOpen(facts, now)) throw promoInvalid();
  if (facts.limit !== null && redeemed.size >= facts.limit) throw promoInvalid();
  const used = Math.max(0, ...holdersOf(data).map((holder) => perAccount.get(holder) ?? 0));
  if (facts.limitPerAccount !== null && used >= facts.limitPerAccount) throw promoInvalid();
  return [{ type: 'PromoRedeemed', data: { ...data, percent: facts.percent } }];
}

function holdersOf({ accountId, person }: Redemption): string[] {
  return [...(accountId === null ? [] : [accountId]), `person:${person}`];
}

function counted(
  { perAccount }: PromoState,
  redemption: Redemption | undefined,
  more: 1 | -1,
): PromoState['perAccount'] {
  const holders = redemption ? holdersOf(redemption) : [];
  return holders.reduce((counts, holder) => counts.update(holder, 0, (count) => count + more), perAccount);
}

function evolve(state: PromoState, event: PromoEvent): PromoState {
  switch (event.type) {
    case 'PromoCreated': {
      const { promoCode: _, ...facts } = event.data;
      return { ...state, facts, version: 1 };
    }
    case 'PromoEdited': {
      const facts = state.facts && { ...state.facts, ...event.data.changes };
      return { ...state, facts, version: state.version + 1 };
    }
    case 'PromoRedeemed': {
      const { orderId, ...redemption } = event.data;
      const redeemed = state.redeemed.set(orderId, redemption);
      return { ...state, redeemed, perAccount: counted(state, redemption, 1) };
    }
    case 'PromoRedemptionReleased': {
      const { orderId } = event.data;
      const redeemed = state.redeemed.remove(orderId);
      return { ...state, redeemed, perAccount: counted(state, state.redeemed.get(orderId), -1) };
    }
    case 'PromoEnded':
      return { ...state, ended: true };
    default:
      return unreachable(event);
  }
}

export const promo: Decider<PromoState, PromoCommand, PromoEvent> = {
  category: 'promo',
  commands: promoCommands,
  initial: { facts: null, version: 0, ended: false, redeemed: IMap(), perAccount: IMap() },
  decide,
  evolve,
};

const HYPHENS = /[\p{Pd}\u2212\u30fc]/gu;

/** Normalises what shoppers type: 'summer–10' and 'ＳＵＭＭＥＲ－１０' become 'SUMMER-10'. */
export function promoId(text: string): string {
  return cleanLine(text).normalize('NFKC').replace(HYPHENS, '-').trim().toUpperCase();
}
