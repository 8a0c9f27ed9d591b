import { Injectable } from '@nestjs/common';
import type { ProfileAddress } from '@supreme-access/contract/shapes/people.js';
import { InjectEventLog } from '../../config/tokens.js';
import { openPersonal } from '../../event-sourcing/codec.js';
import { eventAt } from '../../event-sourcing/reading.js';
import { Sealer } from '../../event-sourcing/sealer.js';
import type { EventLog } from '../../stores/event-log/event-log.js';
import { CardVault, type VaultCard } from './card-vault.js';
import type { ProfilePersonal } from './profile.js';

export interface PersonData {
  shipping: ProfileAddress;
  billing: ProfileAddress;
  email: string;
  phone: string;
}
export interface BuyerData extends PersonData {
  card: VaultCard;
}
export interface CheckoutData extends BuyerData {
  card: VaultCard & { code: string };
}
export interface ReservedWith {
  profileId: string;
  profileRevision: number;
  cardRecord: string;
}

@Injectable()
export class CheckoutDataReader {
  constructor(
    @InjectEventLog() private readonly log: EventLog,
    private readonly sealer: Sealer,
    private readonly cards: CardVault,
  ) {}

  /** 'gone' once the save or the card was erased. */
  async buyer({ profileId, profileRevision, cardRecord }: ReservedWith): Promise<BuyerData | 'gone'> {
    const [person, card] = await Promise.all([
      this.person({ profileId, profileRevision }),
      this.cards.card(cardRecord),
    ]);
    return person === 'gone' || !card ? 'gone' : { ...person, card };
  }

  /** Whom it is for, without what pays for it. 'gone' once the save was erased */
  async person({ profileId, profileRevision }: Omit<ReservedWith, 'cardRecord'>): Promise<PersonData | 'gone'> {
    const personal = await this.personal(profileId, profileRevision);
    if (!personal) return 'gone';
    const { shipping, billing, email, phone } = personal;
    return { shipping, billing, email, phone };
  }

  /** 'code-gone' when only the code is missing. `codeRecord` null: the code was used */
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
