import { Injectable } from '@nestjs/common';
import type { ProfileAddress } from '@supreme-access/contract/shapes/people.js';
import { InjectEventLog } from '../../config/tokens.js';
import { openPersonal } from '../../event-sourcing/codec.js';
import { eventAt } from '../../event-sourcing/reading.js';
import { Sealer } from '../../event-sourcing/sealer.js';
import type { EventLog } from '../../stores/event-log/event-log.js';
import { CardVault, type VaultCard } from './card-vault.js';
import type { ProfilePersonal } from './profile.js';

/** What people call the auto-checkout data: all but the security code, which no answer ever carries. */
export interface BuyerData {
  shipping: ProfileAddress;
  billing: ProfileAddress;
  email: string;
  phone: string;
  card: VaultCard;
}
/** Everything a retailer asks for at the checkout. */
export interface CheckoutData extends BuyerData {
  card: VaultCard & { code: string };
}
export interface ReservedWith {
  profileId: string;
  profileRevision: number;
  cardRecord: string;
}

/** Reads what an order was reserved with, whatever has happened to the profile since. */
@Injectable()
export class CheckoutDataReader {
  constructor(
    @InjectEventLog() private readonly log: EventLog,
    private readonly sealer: Sealer,
    private readonly cards: CardVault,
  ) {}

  /** That very save of the profile, and the card that the order names. 'gone' once any of it was erased or forgotten. */
  async buyer({ profileId, profileRevision, cardRecord }: ReservedWith): Promise<BuyerData | 'gone'> {
    const [personal, card] = await Promise.all([
      this.personal(profileId, profileRevision),
      this.cards.card(cardRecord),
    ]);
    if (!personal || !card) return 'gone';
    const { shipping, billing, email, phone } = personal;
    return { shipping, billing, email, phone, card };
  }

  /** The same with the security code; 'code-gone' when that alone is missing. `codeRecord` null: it has served. */
  async load(reserved: ReservedWith, codeRecord: string | null): Promise<CheckoutData | 'gone' | 'code-gone'> {
    const [buyer, given] = await Promise.all([
      this.buyer(reserved),
      codeRecord === null ? null : this.cards.code(codeRecord),
    ]);
    if (buyer === 'gone') return 'gone';
    return given === null ? 'code-gone' : { ...buyer, card: { ...buyer.card, code: given.code } };
  }

  private async personal(profileId: string, revision: number): Promise<ProfilePersonal | null> {
    const event = await eventAt(this.log, `profile-${profileId}`, revision);
    const subject = event?.metadata.subject;
    if (event?.type !== 'ProfileSaved' || subject === undefined) return null;
    const keys = await this.sealer.keysToOpen([subject]);
    return openPersonal(event, keys.get(subject)) as ProfilePersonal | null;
  }
}
