import { Injectable } from '@nestjs/common';
import type { ProfileAddress } from '../contract/api-types.js';
import { openPersonal } from '../platform/log/codec.js';
import type { EventLog } from '../platform/log/event-log.js';
import { InjectEventLog } from '../platform/platform.js';
import { Sealer } from '../platform/vault/sealer.js';
import { CardVault, type VaultCard } from './card-vault.js';
import type { ProfilePersonal } from './profile.js';

/** Everything a retailer asks for at the checkout. */
export interface CheckoutData {
  shipping: ProfileAddress;
  billing: ProfileAddress;
  email: string;
  phone: string;
  card: VaultCard & { code: string };
}

/** Reads what an order was reserved with, whatever has happened to the profile since. */
@Injectable()
export class CheckoutDataReader {
  constructor(
    @InjectEventLog() private readonly log: EventLog,
    private readonly sealer: Sealer,
    private readonly cards: CardVault,
  ) {}

  /** That very save of the profile, and the records the order names. 'gone' once any of it was erased or forgotten. */
  async load(
    profileId: string,
    revision: number,
    cardRecord: string,
    codeRecord: string | null,
  ): Promise<CheckoutData | 'gone'> {
    if (codeRecord === null) return 'gone';
    const [personal, card, code] = await Promise.all([
      this.personal(profileId, revision),
      this.cards.card(cardRecord),
      this.cards.code(codeRecord),
    ]);
    if (!personal || !card || code === null) return 'gone';
    const { shipping, billing, email, phone } = personal;
    return { shipping, billing, email, phone, card: { ...card, code } };
  }

  private async personal(profileId: string, revision: number): Promise<ProfilePersonal | null> {
    for await (const event of this.log.readStream(`profile-${profileId}`, { from: revision, limit: 1 })) {
      const { subject } = event.metadata;
      if (event.type !== 'ProfileSaved' || subject === undefined) break;
      const keys = await this.sealer.keysToOpen([subject]);
      return openPersonal(event, keys.get(subject)) as ProfilePersonal | null;
    }
    return null;
  }
}
