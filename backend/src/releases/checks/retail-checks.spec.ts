import type { Look } from '../../retailers/directory/discovery.js';
import { itemsFinding, limitsFinding, shopFinding } from './retail-checks.js';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const held = (size: string, limit?: { amount: number; currency: string }) => ({
  size,
  style: 'Ink',
  ...(limit ? { limit } : {}),
});

describe('what a drop needs at a shop', () => {
  const facts = { name: 'North', protocol: 'ucp', baseUrl: 'https://north.example' } as never;
  const says = {
    version: '2026-04-08',
    endpoint: 'https://north.example/ucp',
    capabilities: [],
    handlers: ['spt'],
    hash: 'h-1',
    readAt: 0,
  };
  const state: Parameters<typeof shopFinding>[0] = {
    facts,
    discovered: says,
    agreedHash: 'h-1',
    agreedOrigin: 'https://north.example',
    isEnded: false,
  };

  it.each<[string, Partial<typeof state>, Look['kind'], string | null]>([
    ['is there', {}, 'read', null],
    ['was removed', { isEnded: true }, 'nothing', 'retailer-removed'],
    ['was never read', { discovered: null }, 'nothing', 'not-discovered'],
    ['takes no token', { discovered: { ...says, handlers: [] } }, 'read', 'no-handler'],
    ['does not answer', {}, 'unknown', 'no-answer'],
    ['says what nobody can use', {}, 'refused', 'shop-unusable'],
    ['says something else by now', { agreedHash: 'h-0' }, 'read', 'profile-changed'],
    ['names another host', { agreedOrigin: 'https://south.example' }, 'read', 'shop-moved'],
  ])('is told where the shop %s', (_, changes, kind, reason) => {
    expect(shopFinding({ ...state, ...changes }, { kind }).reason).toBe(reason);
  });

  it('is not told over ACP before a session, where the shop names no way to be paid', () => {
    const acp = { facts: { protocol: 'acp' } as never, discovered: { ...says, handlers: [] } };
    expect(shopFinding({ ...state, ...acp }, { kind: 'read' }).level).toBe('ok');
  });

  it('is an item for each size and style that is held', () => {
    const retailerItems = [{ size: 'm', style: 'Ink', itemId: 'i-1' }] as const;
    expect(itemsFinding({ retailerItems: [...retailerItems] }, [held('m'), held('l')])).toMatchObject({
      reason: 'items-missing',
      count: 1,
    });
    expect(itemsFinding({}, [held('l')])).toMatchObject({ reason: 'items-missing', count: 1 });
    expect(itemsFinding({}, []).level).toBe('ok');
  });

  it('is a limit that the price is within', () => {
    const orders = [
      held('m', usd(20_000)),
      held('m', usd(16_000)),
      held('m'),
      held('m', { ...usd(1), currency: 'eur' }),
    ];
    expect(limitsFinding({ retailPrice: usd(16_800) }, orders)).toMatchObject({
      reason: 'limits-below-price',
      count: 3,
    });
    expect(limitsFinding({ retailPrice: null }, [held('m', usd(1))]).level).toBe('ok');
  });
});
