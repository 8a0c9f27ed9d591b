import { Injectable } from '@nestjs/common';
import { type ProductState, product } from '../../catalogue/products/product.js';
import type { Config } from '../../config/config.js';
import { InjectClock, InjectConfig } from '../../config/tokens.js';
import { account } from '../../customers/accounts/account.js';
import { accountsProjection } from '../../customers/accounts/accounts.projection.js';
import { Commands } from '../../event-sourcing/commands.js';
import { idsAbout, type MailName } from '../../mail/mail.js';
import { type ComposedMail, type MailSource, MailSources } from '../../mail/mailing.js';
import { Reads } from '../../projections/reads.js';
import { CANCEL_MAIL, OFFER_MAIL, type PlaceMailContent, placeMailTemplate } from './offer-mail-template.js';
import { offerEndsAt } from './waitlist-view.js';

@MailSources()
@Injectable()
export class OfferMails implements MailSource {
  readonly kinds = [OFFER_MAIL, CANCEL_MAIL];
  readonly write = placeMailTemplate;

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    @InjectConfig() private readonly config: Config,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Null without a recipient, and once the offer has ended or the product is unavailable. */
  async compose(name: MailName): Promise<ComposedMail<PlaceMailContent> | null> {
    const productId = idsAbout('product', name)[0] ?? '';
    const drop = await this.commands.state(product, productId);
    return name.kind === CANCEL_MAIL ? this.cancelled(name, drop) : this.offered(productId, name, drop);
  }

  async isErased(_: MailName, accountId: string): Promise<boolean> {
    return (await this.commands.state(account, accountId)).closed;
  }

  private async offered(productId: string, { which }: MailName, drop: ProductState) {
    const offer = drop.offers.get(Number(which));
    const endsAt = offer && drop.facts ? offerEndsAt(offer, drop.facts) : 0;
    if (!offer || !drop.facts?.avail || endsAt <= this.clock()) return null;
    const { productTitle, releaseTz } = drop.facts;
    const { size, style } = offer;
    const ends = { at: endsAt, zone: releaseTz ?? 'UTC' };
    const link = `${this.config.publicUrl}/product?productId=${encodeURIComponent(productId)}`;
    return this.to(offer.accountId, { kind: OFFER_MAIL, name: '', link, productTitle, size, style, ends });
  }

  private async cancelled({ which: accountId }: MailName, { facts, cancelReason: reason }: ProductState) {
    if (!facts) return null;
    const link = `${this.config.publicUrl}/shop`;
    return this.to(accountId, { kind: CANCEL_MAIL, name: '', link, productTitle: facts.productTitle, reason });
  }

  private async to(accountId: string, content: PlaceMailContent): Promise<ComposedMail<PlaceMailContent> | null> {
    const owner = await this.reads.get(accountsProjection, accountId);
    if (!owner || owner.erased || owner.email === '') return null;
    return { to: owner.email, accountId, content: { ...content, name: owner.name }, holder: `account-${accountId}` };
  }
}
