import { productRefusals } from './product-refusals.js';

const NEW = { delisted: false, cancelled: false, startedAt: null, finishedAt: null };
const RELEASING = { ...NEW, startedAt: 1 };
const RELEASED = { ...RELEASING, finishedAt: 2 };
const OPEN = 'Orders of this product are still open.';
const STARTED = 'The release of this product has started.';
const CANCELLED = 'This drop was cancelled.';
const DELISTED = 'This product was delisted.';

describe('what staff may ask of a product', () => {
  it.each([
    ['new', NEW, 0, 0, {}],
    ['with slots that are held', NEW, 2, 0, { delist: OPEN }],
    ['whose release runs', RELEASING, 0, 0, { release: STARTED, cancel: STARTED, delist: OPEN }],
    ['whose orders are still open', RELEASED, 2, 1, { release: STARTED, cancel: STARTED, delist: OPEN }],
    ['that has departed', RELEASED, 2, 0, { release: STARTED, cancel: STARTED }],
    ['cancelled', { ...NEW, cancelled: true, finishedAt: 2 }, 0, 0, { release: CANCELLED, cancel: CANCELLED }],
    [
      'delisted',
      { ...NEW, delisted: true },
      0,
      0,
      { edit: DELISTED, release: DELISTED, cancel: DELISTED, delist: DELISTED },
    ],
  ])('%s, and why not', (_what, life, held, openOrders, expected) => {
    expect(productRefusals(life, held, openOrders)).toEqual(expected);
  });
});
