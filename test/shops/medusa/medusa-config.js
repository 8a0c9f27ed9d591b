const { defineConfig } = require('@medusajs/framework/utils');

const PLUGIN = '@financedistrict/medusa-plugin-agentic-commerce';

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: { storeCors: '*', adminCors: '*', authCors: '*', jwtSecret: 'of tests', cookieSecret: 'of tests' },
  },
  plugins: [{ resolve: PLUGIN, options: {} }],
  modules: [
    {
      resolve: '@medusajs/medusa/payment',
      options: { providers: [{ resolve: './src/shared-token', id: 'shared-token' }] },
    },
    { key: 'tokenHandler', resolve: './src/token-handler' },
    {
      key: 'agenticCommerce',
      resolve: `${PLUGIN}/modules/agentic-commerce`,
      options: {
        api_key: process.env.SHOP_KEY,
        storefront_url: process.env.SHOP_URL,
        store_name: 'A shop of tests',
        payment_provider_id: 'pp_shared-token_shared-token',
        payment_handler_adapters: ['tokenHandler'],
      },
    },
  ],
});
