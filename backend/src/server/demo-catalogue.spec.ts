import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { localTime } from '@supreme-access/contract/schedules.js';
import { mailPicture } from '../catalogue/products/mail-picture.js';
import { SEED_PRODUCTS, seedRelease } from './demo-catalogue.js';
import { storyOf } from './demo-stories.js';

const NOW = Date.UTC(2026, 9, 24, 23, 30);
const pictures = join(import.meta.dirname, '../../assets');

describe('the seed catalogue', () => {
  it('has one drop soon, one open, one sold out with two slots', () => {
    const roles = SEED_PRODUCTS.map(({ drop }) => drop.role);
    expect(['soon', 'open', 'sold-out'].map((role) => roles.filter((each) => each === role).length)).toEqual([1, 1, 1]);
    expect(SEED_PRODUCTS.find(({ drop }) => drop.role === 'sold-out')?.totalStock).toBe(2);
    expect(new Set(SEED_PRODUCTS.map(({ productId }) => productId)).size).toBe(SEED_PRODUCTS.length);
  });

  it.each(SEED_PRODUCTS)('$productId has pictures that need nothing from elsewhere', ({ productImage, price }) => {
    const { pictures: drawn, retailPrice, description } = storyOf(productImage);
    for (const { address, alt } of drawn) {
      const file = join(pictures, address);
      expect(statSync(file).size).toBeLessThan(20_000);
      expect(readFileSync(file, 'utf8').replace('http://www.w3.org/2000/svg', '')).not.toMatch(
        /href|script|http|<text/,
      );
      expect(alt).not.toBe('');
    }
    expect(drawn[0]?.address).toBe(productImage);
    expect(price >= 500 && price <= 4500).toBe(true);
    expect(retailPrice?.amount).toBeGreaterThan(price);
    expect(description.length).toBeGreaterThan(40);
  });

  it.each(SEED_PRODUCTS)('$productId has its drawing as mails show it, too', ({ productImage }) => {
    expect(existsSync(join(pictures, mailPicture(productImage) ?? 'none'))).toBe(true);
  });

  it.each(SEED_PRODUCTS)('the ground of the drawing of $productId shows through', ({ productImage }) => {
    for (const { address } of storyOf(productImage).pictures) {
      expect(readFileSync(join(pictures, address), 'utf8')).not.toMatch(
        /^<path fill="#\w{6}" d="M0 0H800V1000H0Z"|<rect/m,
      );
    }
  });

  it.each(SEED_PRODUCTS.filter(({ drop }) => drop.role === 'scheduled'))(
    '$productId leaves at eleven by the clocks of its zone, summer or winter',
    ({ drop }) => {
      const release = seedRelease(drop, NOW);
      expect(release && localTime(release.releaseAt, release.releaseTz)).toMatch(/T11:00$/);
      expect(release?.releaseAt).toBeGreaterThan(NOW + 24 * 3_600_000);
    },
  );

  it('is released by hand when it has no time, and five minutes after the start when it is soon', () => {
    expect(seedRelease({ role: 'open' }, NOW)).toBeNull();
    expect(seedRelease({ role: 'soon', minutesAhead: 5 }, NOW)?.releaseAt).toBe(NOW + 300_000);
  });
});
