const { ContainerRegistrationKeys, Modules } = require('@medusajs/framework/utils');
const flows = require('@medusajs/medusa/core-flows');

const SIZES = ['s', 'm', 'l'];

/** One product in three sizes with a stock each, and what it takes to sell it. Prints the id of each variant. */
module.exports.default = async function seed({ container }) {
  const run = async (flow, input) => (await flow(container).run({ input })).result;
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  const [store] = await container.resolve(Modules.STORE).listStores();
  const [channel] = await run(flows.createSalesChannelsWorkflow, { salesChannelsData: [{ name: 'Agents' }] });
  await run(flows.updateStoresWorkflow, {
    selector: { id: store.id },
    update: {
      supported_currencies: [{ currency_code: 'usd', is_default: true }],
      default_sales_channel_id: channel.id,
    },
  });
  const [region] = await run(flows.createRegionsWorkflow, {
    regions: [
      { name: 'US', currency_code: 'usd', countries: ['us'], payment_providers: ['pp_shared-token_shared-token'] },
    ],
  });
  await run(flows.updateStoresWorkflow, { selector: { id: store.id }, update: { default_region_id: region.id } });
  await run(flows.createTaxRegionsWorkflow, [{ country_code: 'us', provider_id: 'tp_system' }]);
  const [place] = await run(flows.createStockLocationsWorkflow, {
    locations: [{ name: 'Warehouse', address: { city: 'Portland', country_code: 'US', address_1: '' } }],
  });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: place.id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' },
  });
  const [profile] = await run(flows.createShippingProfilesWorkflow, { data: [{ name: 'Default', type: 'default' }] });
  const set = await container.resolve(Modules.FULFILLMENT).createFulfillmentSets({
    name: 'Post',
    type: 'shipping',
    service_zones: [{ name: 'US', geo_zones: [{ country_code: 'us', type: 'country' }] }],
  });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: place.id },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  });
  const rules = [
    { attribute: 'enabled_in_store', value: 'true', operator: 'eq' },
    { attribute: 'is_return', value: 'false', operator: 'eq' },
  ];
  const option = (name, amount) => ({
    name,
    price_type: 'flat',
    provider_id: 'manual_manual',
    service_zone_id: set.service_zones[0].id,
    shipping_profile_id: profile.id,
    type: { label: name, description: name, code: name.toLowerCase() },
    prices: [{ currency_code: 'usd', amount }],
    rules,
  });
  await run(flows.createShippingOptionsWorkflow, [option('Standard', 8), option('Express', 20)]);
  await run(flows.linkSalesChannelsToStockLocationWorkflow, { id: place.id, add: [channel.id] });
  const [product] = await run(flows.createProductsWorkflow, {
    products: [
      {
        title: 'Forest Jacket',
        handle: 'forest-jacket',
        status: 'published',
        shipping_profile_id: profile.id,
        options: [{ title: 'Size', values: SIZES }],
        variants: SIZES.map((size) => ({
          title: size,
          sku: `FOREST-${size}`,
          options: { Size: size },
          prices: [{ amount: 168, currency_code: 'usd' }],
        })),
        sales_channels: [{ id: channel.id }],
      },
    ],
  });
  const items = await container.resolve(Modules.INVENTORY).listInventoryItems({});
  const stock = JSON.parse(process.env.SHOP_STOCK);
  await run(flows.createInventoryLevelsWorkflow, {
    inventory_levels: items.map(({ id, sku }) => ({
      location_id: place.id,
      stocked_quantity: stock[sku.slice('FOREST-'.length)],
      inventory_item_id: id,
    })),
  });
  const variants = product.variants.map(({ id, title }) => ({ size: title, itemId: id }));
  console.log(`SEEDED ${JSON.stringify({ productId: product.id, variants })}`);
};
