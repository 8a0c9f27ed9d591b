export const STRIPE_HOST = 'js.stripe.com';

/**
 * A fake Stripe.js for tests without internet: fields that keep their input to themselves, and a token for it. Tokens name brands
 * differently from fields (https://docs.stripe.com/api/tokens/object). The real fields are frames of another origin
 * (https://docs.stripe.com/js/element).
 */
export const STRIPE_SCRIPT = `
window.stripeAsked = [];
const CARDS = {
  4242424242424242: { id: 'tok_visa', brand: 'visa', label: 'Visa' },
  5555555555554444: { id: 'tok_mastercard', brand: 'mastercard', label: 'MasterCard' },
  6759649826438453: { id: 'tok_unknownBrand', brand: 'unknown', label: 'Unknown' },
  4767000000000005: { id: 'tok_blockedPrefix', brand: 'visa', label: 'Visa' },
};
const cardOf = (text) => CARDS[text.replace(/ /g, '')] || { brand: 'unknown' };
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
          on: (event, listen) =>
            field.addEventListener(event === 'change' ? 'input' : event, () =>
              listen(type === 'cardNumber' ? { brand: cardOf(field.value).brand } : {})),
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
    const { id, brand, label } = cardOf(element.field.value);
    return id ? { token: { id, card: { brand: label } } } : { error: { message: 'Your card number is invalid.' } };
  },
  createPaymentMethod() {}, confirmCardPayment() {}, registerAppInfo() {}, _registerWrapper() {},
}), { version: 'endive' });
`;
