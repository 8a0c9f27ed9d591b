import { randomBytes } from 'node:crypto';
import type { RetailerProtocol } from '@supreme-access/contract/retailer-protocols.js';
import { each, range } from '../support/crowd.js';
import { BrowserCrypto } from '../support/jwe.js';
import { CARDS, person } from '../support/people.js';
import { Shopper } from '../support/shopper.js';
import type { Progress } from './screen.js';
import type { Stage } from './stage.js';

export type Part = keyof typeof CARDS;
export interface Member {
  shopper: Shopper;
  profileId: string;
  part: Part;
  /** by which this shopper's drop is bought */
  protocol: RetailerProtocol;
}

/** How many of a hundred shoppers have a failing card, in the order of their sign-up. */
const TROUBLE: readonly (readonly [Part, number])[] = [
  ['declined', 3],
  ['noFunds', 1],
  ['authenticates', 1],
  ['refundFails', 1],
  ['retailerDeclines', 1],
];
/** The server hashes two passwords at a time. */
const SIGN_UPS = 6;

export interface Cast {
  members: Member[];
  crypto: BrowserCrypto;
  /** keeps the people of two demos on one server apart */
  series: string;
}

function partsOf(count: number): Part[] {
  const special = TROUBLE.flatMap(([part, share]) =>
    range(Math.max(1, Math.round((share * count) / 100))).map(() => part),
  );
  return [...special, ...range(count - special.length).map((): Part => 'pays')];
}

/** A token is made from the card on file, so a bad one fails at the shop; at `own` the fee alone fails. */
function protocolOf(part: Part, index: number): RetailerProtocol {
  const isOwn = part === 'noFunds' || part === 'authenticates' || part === 'retailerDeclines';
  if (isOwn || index % (part === 'declined' ? 3 : 14) === 0) return 'own';
  return index % 2 === 0 ? 'ucp' : 'acp';
}

export async function gather({ anyone }: Stage, count: number, progress: Progress): Promise<Cast> {
  const crypto = await BrowserCrypto.open(anyone);
  const series = `demo-${randomBytes(3).toString('hex')}`;
  let done = 0;
  const members = await each(partsOf(count), SIGN_UPS, async (part, index) => {
    const who = person(index, series);
    // An existing server may have other people at the same address.
    const resident = {
      ...who,
      address: { ...who.address, address2: '', address1: `${who.address.address1} ${series}` },
    };
    const shopper = await Shopper.signUp(anyone, crypto, resident);
    // The fee is charged to the account's card; the retailer gets the profile's.
    await shopper.saveCard(part === 'retailerDeclines' ? CARDS.pays : CARDS[part]);
    const profileId = await shopper.addProfile(resident, part === 'retailerDeclines' ? CARDS[part] : CARDS.pays);
    done += 1;
    progress(done, count);
    return { shopper, profileId, part, protocol: protocolOf(part, index) };
  });
  return { members, crypto, series };
}
