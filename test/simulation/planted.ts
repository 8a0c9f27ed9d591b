import { product } from '../../backend/src/catalogue/products/product.js';
import { promo, ReturnRedemption } from '../../backend/src/catalogue/promos/promo.js';
import { Holders } from '../../backend/src/event-sourcing/claims.js';
import { derivedMetadata } from '../../backend/src/event-sourcing/command-metadata.js';
import { Commands } from '../../backend/src/event-sourcing/commands.js';
import { randomId } from '../../backend/src/event-sourcing/ids.js';
import { order } from '../../backend/src/orders/order.js';
import { Orders } from '../../backend/src/orders/orders.js';
import { Checkouts } from '../../backend/src/releases/checkouts.js';
import { CloseOrders } from '../../backend/src/releases/close.worker.js';
import { OwnRetailer } from '../../backend/src/retailers/own/own-retailer.js';
import { StripeGateway } from '../../backend/src/stripe/stripe-gateway.js';
import { WebhookController } from '../../backend/src/stripe/webhook.controller.js';
import { PEOPLE, STORES } from './planted-stores.js';
import { TOKENS } from './planted-tokens.js';
import { decides, exchange, type Planted } from './planting.js';

const SLOTS: Planted[] = [
  {
    name: 'one slot more than there are',
    plant: () =>
      decides(product, (command, state, now, decide) => {
        const facts = state.facts && { ...state.facts, totalStock: state.facts.totalStock + 1 };
        return decide(command, command.type === 'ReserveSlot' ? { ...state, facts } : state, now);
      }),
  },
  {
    name: 'a person who holds a slot is not checked',
    lately: 5,
    plant: () =>
      decides(product, (command, state, now, decide) => {
        const nobody = { byPerson: state.byPerson.clear() };
        return decide(command, command.type === 'ReserveSlot' ? { ...state, ...nobody } : state, now);
      }),
  },
  {
    name: 'a slot is freed twice',
    plant: () =>
      decides(product, (command, state, now, decide) =>
        command.type === 'FreeSlot'
          ? [{ type: 'SlotReleased', data: { ...command.data } } as const]
          : decide(command, state, now),
      ),
  },
  {
    name: 'an offered slot can be reserved by others',
    lately: 44,
    plant: () =>
      decides(product, (command, state, now, decide) => {
        const none = { offers: state.offers.clear() };
        return decide(command, command.type === 'ReserveSlot' ? { ...state, ...none } : state, now);
      }),
  },
  {
    name: 'a withdrawn slot is not offered',
    lately: 14,
    plant: () =>
      decides(product, (command, state, now, decide) =>
        decide(command, command.type === 'FreeSlot' ? { ...state, line: state.line.clear() } : state, now),
      ),
  },
  {
    name: 'a promo is never returned',
    plant: () =>
      decides(promo, (command, state, now, decide) =>
        command.type === 'ReturnRedemption' ? [] : decide(command, state, now),
      ),
  },
  {
    name: 'a redemption is returned before its slot is freed',
    plant: () =>
      exchange(
        Orders.prototype,
        'giveBack',
        (right) =>
          async function (this: object, id: never, metadata: never) {
            const commands = Reflect.get(this, 'commands') as Commands;
            const code = (await commands.state(order, id)).placed?.promo?.code;
            if (code)
              await commands.execute(promo, new ReturnRedemption(code, { orderId: id }, derivedMetadata(metadata)));
            return right.call(this, id, metadata);
          },
      ),
  },
  {
    name: 'the slots that an account has are not checked',
    lately: 8,
    plant: () =>
      decides(product, (command, state, now, decide) =>
        decide(command, command.type === 'ReserveSlot' ? { ...state, slotsOf: state.slotsOf.clear() } : state, now),
      ),
  },
  {
    name: 'the promise ends an hour late',
    plant: () =>
      decides(product, (command, state, now, decide) =>
        decide(command, state, now).map((event) =>
          event.type === 'ReleaseStarted'
            ? { ...event, data: { ...event.data, closesAt: event.data.closesAt + 3_600_000 } }
            : event,
        ),
      ),
  },
];

const CHECKOUTS: Planted[] = [
  {
    name: 'a second reference while one is open',
    lately: 13,
    plant: () =>
      decides(order, (command, state, now, decide) => {
        if (command.type !== 'StartCheckout') return decide(command, state, now);
        Reflect.deleteProperty(command.data, 'after');
        return decide(command, { ...state, checkout: null }, now);
      }),
  },
  {
    name: 'one order in eight is skipped',
    plant: () =>
      exchange(
        Checkouts.prototype,
        'step',
        (right) =>
          function (this: object, id: never, ...more: never[]) {
            return String(id).startsWith('7') || String(id).startsWith('e') ? undefined : right.call(this, id, ...more);
          },
      ),
  },
  {
    name: 'a start leaves its predecessor’s claims to their lease',
    lately: 12,
    plant: () => exchange(Holders.prototype, 'hasEnded', () => () => false),
  },
  {
    name: 'a missing answer is taken for a purchase',
    plant: () =>
      exchange(
        OwnRetailer.prototype,
        'buy',
        (right) =>
          async function (this: object, input: never, ...more: never[]) {
            const answer = (await right.call(this, input, ...more)) as { kind: string };
            const receipt = { orderNumber: 'SBX-0', placedAt: Date.now(), receipt: '', sha256: 'none' };
            return answer.kind === 'unknown' ? { ...receipt, kind: 'succeeded' } : answer;
          },
      ),
  },
  {
    name: 'nothing is closed after 72 hours',
    lately: 8,
    plant: () => exchange(CloseOrders.prototype, 'work', () => async () => undefined),
  },
];

const MONEY: Planted[] = [
  {
    name: 'a second intent when the answer of the first was lost',
    lately: 13,
    plant: () =>
      exchange(
        StripeGateway.prototype,
        'createIntent',
        (right) =>
          function (this: object, input: never) {
            const stripe = Reflect.get(this, 'stripe') as {
              paymentIntents: { create: (...args: unknown[]) => unknown };
            };
            const real = stripe.paymentIntents.create;
            const create = (params: unknown) =>
              real.call(stripe.paymentIntents, params, { idempotencyKey: randomId() });
            const paymentIntents = Object.assign(Object.create(stripe.paymentIntents) as object, { create });
            const other = Object.assign(Object.create(stripe) as object, { paymentIntents });
            return right.call(Object.assign(Object.create(this) as object, { stripe: other }), input);
          },
      ),
  },
  {
    name: 'a fee is a cent more than was agreed',
    plant: () =>
      exchange(
        StripeGateway.prototype,
        'createIntent',
        (right) =>
          function (this: object, input: never) {
            const { amount, ...rest } = input as { amount: number };
            return right.call(this, { ...rest, amount: amount + 1 } as never);
          },
      ),
  },
  {
    name: 'a refund under a new id at each attempt',
    plant: () =>
      exchange(
        StripeGateway.prototype,
        'refund',
        (right) =>
          function (this: object, input: never) {
            return right.call(this, { ...(input as object), refundId: randomId() } as never);
          },
      ),
  },
  {
    name: "another's decline is not looked at before a charge",
    lately: 176,
    plant: () =>
      decides(order, (command, state, now, decide) => {
        if (command.type === 'ChargeFee') Reflect.deleteProperty(command.data, 'after');
        return decide(command, state, now);
      }),
  },
  {
    name: 'a webhook is answered before it is stored',
    lately: 6,
    plant: () =>
      exchange(
        WebhookController.prototype,
        'receive',
        (right) =>
          async function (this: object, ...args: never[]) {
            void (right.call(this, ...args) as Promise<unknown>).catch(() => undefined);
            return { success: true };
          },
      ),
  },
  {
    name: 'a fee is charged although nothing was bought',
    lately: 4,
    plant: () =>
      decides(order, (command, state, now, decide) => {
        if (command.type !== 'RecordCheckout' || command.data.outcome.kind !== 'refused')
          return decide(command, state, now);
        const evidence = { kind: 'retailer', reference: '', sha256: '' } as const;
        const { size = 'm', style = '' } = state.placed ?? {};
        const outcome = { kind: 'succeeded', evidence, size, style } as never;
        return decide(
          Object.assign(Object.create(Object.getPrototypeOf(command)), command, { data: { ...command.data, outcome } }),
          state,
          now,
        );
      }),
  },
];

const PROOFS: Planted[] = [
  {
    name: 'a mail that names an attempt is taken for proof',
    lately: 5,
    plant: () =>
      decides(order, (command, state, now, decide) => {
        const made = decide(command, state, now);
        if (command.type !== 'ReceiveHint' || made.length === 0 || !state.placed) return made;
        const { size, style, orderId } = state.placed;
        const { sha256 } = command.data;
        const evidence = { kind: 'reviewed', reference: command.data.reference ?? orderId, sha256 } as const;
        const attempt = { attempt: state.attempts, reference: `${orderId}:${state.attempts}` };
        return [
          ...made,
          { type: 'CheckoutSucceeded' as const, data: { ...attempt, size, style, evidence, late: false } },
        ];
      }),
  },
];

export const PLANTED: readonly Planted[] = [
  ...SLOTS,
  ...CHECKOUTS,
  ...MONEY,
  ...PROOFS,
  ...TOKENS,
  ...PEOPLE,
  ...STORES,
];
