import { ActionOutcomes } from '../../backend/src/orders/action-outcomes.js';
import { CheckoutController } from '../../backend/src/reservations/checkout.controller.js';
import { Person } from './person.js';
import { deliveryDetails } from './shopper.js';
import type { World } from './world.js';

export class Guest extends Person {
  readonly email: string;

  constructor(world: World, name: string) {
    super(world, name, 'guest');
    this.email = `${name}@example.org`;
  }

  async reserve(productId: string, promoCode: string | null): Promise<string | undefined> {
    const aco = { productForm: { size: 'm', style: 'Ink' }, email: this.email, ...deliveryDetails(this.name) };
    const stripeToken = this.random.pick(['tok_visa', 'tok_visa', 'tok_chargeDeclined']);
    const acoDataPayload = JSON.stringify(aco);
    const body = { email: this.email, name: 'Bea Holt', productId, stripeToken, acoDataPayload, promoCode };
    const answer = await this.ask('reserve', (api, context) => api.get(CheckoutController).guest(body, context));
    return answer?.order.orderId;
  }

  async act(orderId: string, action: 'withdraw' | 'erase', step: string = action): Promise<void> {
    const link = { purpose: 'withdraw', orderId } as const;
    const answer = await this.ask(step, (api, context) =>
      api.get(ActionOutcomes).carryOut(link, { action }, context, ''),
    );
    if (action === 'erase' && answer !== undefined) {
      this.world.erased.push({ subject: `guest-${orderId}`, email: this.email });
    }
  }
}
