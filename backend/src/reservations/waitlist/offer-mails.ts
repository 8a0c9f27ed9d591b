import { Injectable } from '@nestjs/common';
import { accountsProjection } from '../../accounts/accounts.projection.js';
import { leaseOf, type MailOutcome } from '../../mail/mail-claims.js';
import { type ComposedMail, type DueMail, Letters, type MailSource } from '../../mail/mailing.js';
import { Commands } from '../../platform/commands.js';
import type { Config } from '../../platform/config.js';
import { workerOrigin } from '../../platform/origins.js';
import { InjectClock, InjectConfig } from '../../platform/platform.js';
import { Reads } from '../../platform/read-models/reads.js';
import { product } from '../../products/product.js';
import { offerEndsAt } from './line-view.js';
import { type OfferMailContent, offerLetter } from './offer-letter.js';
import { ClaimOfferMail, OFFER_MAIL, offerIn, offerMail, RecordOfferMail } from './offer-mail.js';
import { OFFER_MAILS } from './waitlist.due.js';

@Letters()
@Injectable()
export class OfferMails implements MailSource {
  readonly source = OFFER_MAILS;
  readonly write = offerLetter;

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    @InjectConfig() private readonly config: Config,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Null once the offer is over, however it ended. */
  async compose(offerId: string): Promise<ComposedMail<OfferMailContent> | null> {
    const { productId, place } = offerIn(offerId);
    const drop = await this.commands.state(product, productId);
    const offer = drop.offers.get(place);
    const endsAt = offer && drop.facts ? offerEndsAt(offer, drop.facts) : 0;
    if (!offer || !drop.facts || endsAt <= this.clock()) return null;
    const account = await this.reads.get(accountsProjection, offer.accountId);
    if (!account || account.erased || account.email === '') return null;
    const { productTitle, releaseTz } = drop.facts;
    const content: OfferMailContent = {
      kind: OFFER_MAIL,
      name: account.name,
      link: `${this.config.publicUrl}/product?productId=${encodeURIComponent(productId)}`,
      productTitle,
      size: offer.size,
      style: offer.style,
      ends: { at: endsAt, zone: releaseTz ?? 'UTC' },
    };
    return { to: account.email, content };
  }

  async claim(offerId: string, _: DueMail, by: string): Promise<number> {
    const { state } = await this.commands.execute(offerMail, new ClaimOfferMail(offerId, { by }, workerOrigin('mail')));
    return leaseOf(state.mailClaims, OFFER_MAIL);
  }

  async ended(offerId: string, _: DueMail, outcome: MailOutcome): Promise<number> {
    const command = new RecordOfferMail(offerId, { outcome }, workerOrigin('mail'));
    return (await this.commands.execute(offerMail, command)).position;
  }
}
