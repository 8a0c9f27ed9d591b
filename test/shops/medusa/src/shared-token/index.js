const { AbstractPaymentProvider, ModuleProvider, Modules } = require('@medusajs/framework/utils');

/** Takes the whole payment from a shared payment token as the order is placed. */
class SharedToken extends AbstractPaymentProvider {
  async initiatePayment({ amount, currency_code, data }) {
    const id = `pay_${Math.random().toString(36).slice(2)}`;
    return { id, data: { ...data, id, amount: Number(amount), currency: currency_code } };
  }
  async authorizePayment({ data }) {
    const { eip3009_authorization: token, id, amount, currency } = data;
    const body = new URLSearchParams({
      amount: String(Math.round(amount * 100)),
      currency,
      confirm: 'true',
      'payment_method_data[shared_payment_granted_token]': token,
    });
    const answer = await fetch(`${process.env.STRIPE_API_URL}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${process.env.STRIPE_SELLER_KEY}`, 'idempotency-key': id },
      body,
    });
    const { id: intent, error } = await answer.json();
    if (!answer.ok) throw new Error(error?.message ?? 'the payment failed');
    return { status: 'captured', data: { ...data, intent } };
  }
  async capturePayment({ data }) {
    return { data };
  }
  async cancelPayment({ data }) {
    return { data };
  }
  async deletePayment({ data }) {
    return { data };
  }
  async getPaymentStatus({ data }) {
    return { status: data?.intent ? 'captured' : 'pending' };
  }
  async refundPayment({ data }) {
    return { data };
  }
  async retrievePayment({ data }) {
    return data;
  }
  async updatePayment({ data }) {
    return { data };
  }
  async getWebhookActionAndData() {
    return { action: 'not_supported' };
  }
}
SharedToken.identifier = 'shared-token';

module.exports = ModuleProvider(Modules.PAYMENT, { services: [SharedToken] });
