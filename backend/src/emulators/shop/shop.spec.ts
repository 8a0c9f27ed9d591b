import { createHash } from 'node:crypto';
import { type PurchaseRequest, refusal, Shop } from './shop.js';

const NOW = Date.UTC(2026, 4, 1, 11);
const line = { productId: 'forest-jacket', size: 'm', style: 'Forest' } as const;
const shelf = { kind: 'product', at: NOW, productId: 'forest-jacket', title: 'Forest Jacket', opensAt: null } as const;

function aShop(quantity: number, opensAt: number | null = null, others = 0): Shop {
  const shop = new Shop();
  shop.apply({ ...shelf, opensAt, stock: [{ size: 'm', style: 'Forest', quantity }], others });
  return shop;
}

function aRequest(change: Partial<PurchaseRequest> = {}): PurchaseRequest {
  const person = { fingerprint: 'f', country: 'US', last4: '4242', declined: false, gone: false };
  return { reference: 'a:1', line, ...person, ...change };
}

describe('the shop', () => {
  it('sells a piece with a receipt that names order and reference and hashes to its sha256', () => {
    const shop = aShop(2);
    const sale = shop.decide(aRequest(), NOW);
    expect(sale).toMatchObject({ kind: 'sale', orderNumber: 'SBX-000001', country: 'US', last4: '4242' });
    if (sale.kind !== 'sale') return;
    expect(sale.receipt).toContain('Order SBX-000001\nReference a:1\n');
    expect(sale.sha256).toBe(createHash('sha256').update(sale.receipt).digest('hex'));
    expect(shop.left(line)).toBe(2);
    shop.apply(sale);
    expect(shop.left(line)).toBe(1);
    expect(shop.decide(aRequest({ reference: 'b:1' }), NOW)).toMatchObject({ orderNumber: 'SBX-000002' });
  });

  it.each([
    ['not-open', aShop(1, NOW + 1), {}],
    ['sold-out', aShop(0), {}],
    ['sold-out', aShop(1), { gone: true }],
    ['declined', aShop(1), { declined: true }],
    ['no-such-product', new Shop(), {}],
  ])('refuses: %s', (reason, shop, change) => {
    expect(shop.decide(aRequest(change), NOW)).toMatchObject({ kind: 'refusal', reason, fingerprint: 'f', line });
  });

  it('opens at its millisecond', () => {
    expect(aShop(1, NOW).decide(aRequest(), NOW).kind).toBe('sale');
  });

  it('throws on a ledger that gives a reference two outcomes, or sells what was not there', () => {
    const shop = aShop(1);
    const sale = shop.decide(aRequest(), NOW);
    shop.apply(sale);
    expect(() => shop.apply(refusal('a:1', 'closed', NOW))).toThrow('two outcomes');
    expect(() => shop.apply({ ...sale, reference: 'b:1' })).toThrow('not there');
  });

  it('gives the same stock when its entries are applied again', () => {
    const shop = aShop(3, null, 5);
    const entries = ['a:1', 'b:1'].map((reference) => {
      const sale = shop.decide(aRequest({ reference }), NOW);
      shop.apply(sale);
      return sale;
    });
    const again = aShop(3, null, 5);
    for (const entry of entries) again.apply(entry);
    expect(again.stock('forest-jacket', ['Sand'])).toEqual(shop.stock('forest-jacket', ['Sand']));
    expect(again.left(line)).toBe(1);
    expect(again.left({ ...line, style: 'Sand' })).toBe(5);
  });
});
