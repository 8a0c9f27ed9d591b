export const STRIPE_HOST = 'js.stripe.com';

/**
 * What stands in for Stripe.js where there is no internet: fields that keep what is typed to themselves, and a token for it.
 * The real ones are frames of another origin (https://docs.stripe.com/js/element).
 */
export const STRIPE_SCRIPT = `
window.stripeAsked = [];
window.Stripe = Object.assign((publishableKey) => ({
  elements: () => {
    const made = {};
    const nameOf = (type) => type.__elementType || type;
    return {
      update() {},
      fetchUpdates() {},
      on() {},
      getElement: (type) => made[nameOf(type)] || null,
      create(type) {
        const field = document.createElement('input');
        const words = { cardNumber: 'Card Number', cardExpiry: 'Expiry (MM/YY)', cardCvc: 'Security Code' };
        field.setAttribute('aria-label', words[type]);
        made[type] = {
          field,
          on: (event, listen) => field.addEventListener(event === 'change' ? 'input' : event, () => listen({})),
          off() {}, once() {}, update() {}, unmount() {},
          mount: (place) => place.append(field),
          destroy() { field.remove(); delete made[type]; },
        };
        return made[type];
      },
    };
  },
  createToken: async (element, data) => {
    window.stripeAsked.push({ publishableKey, ...data });
    const number = element.field.value.replace(/ /g, '');
    const id = { 4242424242424242: 'tok_visa', 5555555555554444: 'tok_mastercard' }[number];
    return id ? { token: { id } } : { error: { message: 'Your card number is invalid.' } };
  },
  createPaymentMethod() {}, confirmCardPayment() {}, registerAppInfo() {}, _registerWrapper() {},
}), { version: 'endive' });
`;
