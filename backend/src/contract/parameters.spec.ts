import { parameterOf, withParameter } from './parameters.js';

describe('a parameter of an address', () => {
  it.each([
    ['productId=a', 'a'],
    ['productId=', null],
    ['', null],
    ['productId=%20%20', null],
    ['productId=a&productId=b', 'a'],
    ['productId=&productId=+b+', 'b'],
  ])('of %j is %j', (search, expected) => {
    expect(parameterOf(new URLSearchParams(search), 'productId')).toBe(expected);
  });

  it('is written once, in its place', () => {
    const params = new URLSearchParams('productId=&promoCode=A&productId=b');
    expect(withParameter(params, 'productId', 'c').toString()).toBe('productId=c&promoCode=A');
    expect(withParameter(params, 'productId', null).toString()).toBe('promoCode=A');
  });
});
