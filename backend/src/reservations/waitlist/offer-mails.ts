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
import { type PlaceMailContent, placeLetter } from './offer-letter.js';
import {
  CANCEL_MAIL,
  ClaimOfferMail,
  OFFER_MAIL,
  offerIn,
  offerMail,
  type PlaceMailKind,
  RecordOfferMail,
} from './offer-mail.js';
import { OFFER_MAILS } from './waitlist.due.js';

@Letters()
@Injectable()
export class OfferMails implements MailSource {
  readonly source = OFFER_MAILS;
  readonly write = placeLetter;

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    @InjectConfig() private readonly config: Config,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Null where there is nobody to write to, and once the offer is over, however it ended. */
  compose(offerId: string, { kind }: DueMail): Promise<ComposedMail<PlaceMailContent> | null> {
    return kind === CANCEL_MAIL ? this.cancelled(offerId) : this.offered(offerId);
  }

  private async offered(offerId: string): Promise<ComposedMail<PlaceMailContent> | null> {
    const { productId, place } = offerIn(offerId);
    const drop = await this.commands.state(product, productId);
    const offer = drop.offers.get(place);
    const endsAt = offer && drop.facts ? offerEndsAt(offer, drop.facts) : 0;
    if (!offer || !drop.facts || endsAt <= this.clock()) return null;
    const { productTitle, releaseTz } = drop.facts;
    const { size, style } = offer;
    const ends = { at: endsAt, zone: releaseTz ?? 'UTC' };
    const link = `${this.config.publicUrl}/product?productId=${encodeURIComponent(productId)}`;
    return this.to(offer.accountId, { kind: OFFER_MAIL, name: '', link, productTitle, size, style, ends });
  }

  private async cancelled(offerId: string): Promise<ComposedMail<PlaceMailContent> | null> {
    const { facts, cancelReason: reason } = await this.commands.state(product, offerIn(offerId).productId);
    const { cancelledFor } = await this.commands.state(offerMail, offerId);
    if (!facts || cancelledFor === null) return null;
    const { productTitle } = facts;
    const link = `${this.config.publicUrl}/shop`;
    return this.to(cancelledFor, { kind: CANCEL_MAIL, name: '', link, productTitle, reason });
  }

  private async to(accountId: string, content: PlaceMailContent): Promise<ComposedMail<PlaceMailContent> | null> {
    const account = await this.reads.get(accountsProjection, accountId);
    if (!account || account.erased || account.email === '') return null;
    return { to: account.email, content: { ...content, name: account.name } };
  }

  async claim(offerId: string, { kind }: DueMail, by: string): Promise<number> {
    const claim = new ClaimOfferMail(offerId, { kind: kind as PlaceMailKind, by }, workerOrigin('mail'));
    const { state } = await this.commands.execute(offerMail, claim);
    return leaseOf(state.mailClaims, kind);
  }

  async ended(offerId: string, { kind }: DueMail, outcome: MailOutcome): Promise<number> {
    const command = new RecordOfferMail(offerId, { kind: kind as PlaceMailKind, outcome }, workerOrigin('mail'));
    return (await this.commands.execute(offerMail, command)).position;
  }
}
