import { CURRENCY } from '@supreme-access/contract/limits.js';
import type { ProductStory } from '../catalogue/products/product-story.js';
import type { SeedProduct } from './demo-catalogue.js';

interface SeedStory {
  description: string;
  /** cents */
  retail: number;
  alt: string;
  detail?: string;
}

const STORIES: Readonly<Record<SeedProduct['productImage'], SeedStory>> = {
  '/products/box-hoodie.svg': {
    description:
      'A hoodie cut square: short in the body, wide in the shoulder, with a hood that stands up by itself.\n\nBrushed fleece of 500 g, ribbed hem and cuffs, flat cords with dipped ends. Made in Portugal. Wash it cold and inside out.',
    retail: 16_800,
    alt: 'Grey box-cut hoodie with a kangaroo pocket, from the front',
    detail: 'The hood and its drawcords, nearer',
  },
  '/products/heavy-tee.svg': {
    description:
      'The tee that everything else is measured by: 280 g cotton, knit as a tube, so there is no seam at the side.\n\nThe collar is ribbed and taped. It shrinks once, by a thumb.',
    retail: 5_400,
    alt: 'White heavyweight tee with a ribbed collar, from the front',
    detail: 'The ribbed collar, nearer',
  },
  '/products/coach-jacket.svg': {
    description:
      'A coach jacket for the last bus home. Waxed cotton, snaps that close with gloves on, a cord at the hem.\n\nUnlined. Two pockets outside, one inside for a ticket.',
    retail: 19_800,
    alt: 'Dark coach jacket with snaps, from the front',
    detail: 'The collar, the label and the first snaps, nearer',
  },
  '/products/puffer-vest.svg': {
    description:
      'A vest filled with recycled down, 700 fill power, in baffles that keep it where it is.\n\nA high collar and a two-way zip.',
    retail: 22_000,
    alt: 'Ice-blue puffer vest with a zip, from the front',
  },
  '/products/mesh-jersey.svg': {
    description: 'An away jersey of open mesh with a number that belongs to nobody.\n\nCut wide, to go over a hoodie.',
    retail: 11_000,
    alt: 'Silver mesh jersey with the number 14, from the front',
  },
  '/products/crewneck.svg': {
    description:
      'A crewneck of reverse-weave loopback: it keeps its length in the wash.\n\nGussets at the sides, a V at the collar.',
    retail: 13_800,
    alt: 'Kelp-green crewneck, from the front',
  },
  '/products/longsleeve.svg': {
    description: 'A longsleeve of 240 g cotton with a pocket where a pencil goes.\n\nCuffs in two layers of rib.',
    retail: 7_200,
    alt: 'Sand-coloured longsleeve with a chest pocket, from the front',
  },
  '/products/work-pants.svg': {
    description:
      'Work pants of 12 oz duck with a double knee and a loop that holds a hammer, or nothing.\n\nThey begin stiff and end soft.',
    retail: 15_400,
    alt: 'Duck-brown work pants with double knees, from the front',
  },
  '/products/cargo-shorts.svg': {
    description:
      'Cargo shorts of ripstop that dry on the way from the ferry.\n\nTwo bellows pockets, a drawcord at the waist.',
    retail: 9_800,
    alt: 'Lichen-green cargo shorts with two large pockets, from the front',
  },
  '/products/five-panel-cap.svg': {
    description:
      'Five panels of brushed twill, a short brim, a strap of webbing.\n\nOne size: the strap does the rest.',
    retail: 4_800,
    alt: 'Slate five-panel cap, from the front',
  },
  '/products/beanie.svg': {
    description: 'A fisherman beanie of lambswool, ribbed, short enough to stay off the ears.',
    retail: 3_600,
    alt: 'Rust-coloured ribbed beanie with a folded brim, from the front',
  },
  '/products/waist-bag.svg': {
    description:
      'A bag for a layover: passport, charger, keys. 1.8 litres of recycled nylon.\n\nWorn at the waist or across the chest.',
    retail: 8_800,
    alt: 'Dark waist bag with a belt and two zips, from the front',
  },
  '/products/canvas-tote.svg': {
    description:
      'A tote of 16 oz canvas with a ticket printed on it that is good for nothing.\n\nThe bottom is doubled and dipped.',
    retail: 3_200,
    alt: 'Canvas tote with a printed ticket and a dark bottom, from the front',
  },
  '/products/crew-socks.svg': {
    description: 'Crew socks with a cushioned sole and three stripes. Sold by the pair.',
    retail: 1_800,
    alt: 'A pair of white crew socks with three stripes',
  },
};

export function storyOf(drawing: SeedProduct['productImage']): ProductStory {
  const story = STORIES[drawing];
  if (!story) throw new Error(`no story of ${drawing}`);
  const { description, retail, alt, detail } = story;
  const near = detail ? [{ address: drawing.replace('.svg', '-detail.svg'), alt: detail }] : [];
  return {
    description,
    retailPrice: { amount: retail, currency: CURRENCY },
    pictures: [{ address: drawing, alt }, ...near],
  };
}
