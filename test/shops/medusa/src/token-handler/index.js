const { Module } = require('@medusajs/framework/utils');

const HANDLER = { id: 'spt', version: '2026-04-08', config: { seller: process.env.STRIPE_SELLER_PROFILE } };
const ACP_HANDLER = { ...HANDLER, name: 'Shared payment tokens', psp: 'stripe', requires_delegate_payment: false };

class TokenHandler {
  id = 'spt';
  name = ACP_HANDLER.name;
  async getUcpDiscoveryHandlers() {
    return { 'com.stripe.shared_payment_token': [HANDLER] };
  }
  async getAcpDiscoveryHandlers() {
    return [ACP_HANDLER];
  }
  async prepareCheckoutPayment() {
    return HANDLER;
  }
  getUcpCheckoutHandlers() {
    return { 'com.stripe.shared_payment_token': [HANDLER] };
  }
  getAcpCheckoutHandlers() {
    return [ACP_HANDLER];
  }
}

module.exports = Module('tokenHandler', { service: TokenHandler });
