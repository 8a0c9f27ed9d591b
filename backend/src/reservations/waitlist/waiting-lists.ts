import { Injectable } from '@nestjs/common';
import type { Size } from '@supreme-access/contract/limits.js';
import type { OwnPlace, WaitingPlace } from '@supreme-access/contract/shapes/products.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { type ProductState, product } from '../../catalogue/products/product.js';
import { JoinWaitlist, LeaveWaitlist } from '../../catalogue/products/waitlist.js';
import { InjectClock } from '../../config/tokens.js';
import { account } from '../../customers/accounts/account.js';
import { accountsProjection } from '../../customers/accounts/accounts.projection.js';
import { profile } from '../../customers/profiles/profile.js';
import { profilesProjection } from '../../customers/profiles/profiles.projection.js';
import { derivedMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type CommandMetadata, noSuch, Refused } from '../../event-sourcing/decider.js';
import { ConsistentReads } from '../../projections/consistent-reads.js';
import { Reads } from '../../projections/reads.js';
import { unlessDamaged } from '../../stores/event-log/stream-integrity.js';
import { Reservations } from '../reservations.js';
import type { PlacesLost } from './lost-places.js';
import { waitlistProjection } from './waitlist.projection.js';
import { placesOf } from './waitlist-view.js';

const MOST = 100;

interface ReservationInput {
  profileId: string;
  size: string;
  style: string;
}

@Injectable()
export class WaitingLists {
  constructor(
    private readonly commands: Commands,
    private readonly latest: ConsistentReads,
    private readonly reads: Reads,
    private readonly reservations: Reservations,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** @throws Refused 'not-found' | 'insufficient-data' | 'not-sold-out' | 'waitlist-full' and those of a reservation */
  async join(
    productId: string,
    accountId: string,
    input: ReservationInput,
    metadata: CommandMetadata,
  ): Promise<WaitingPlace[]> {
    const [payer, chosen] = await Promise.all([
      this.latest.current(accountsProjection, accountId, (one) => one.paymentMethodId !== null),
      this.latest.current(profilesProjection, input.profileId, (one) => one.accountId === accountId),
    ]);
    if (chosen?.accountId !== accountId) throw noSuch('profile');
    if (!payer?.customerId || !payer.paymentMethodId) {
      throw new Refused('insufficient-data', 'invalid', TEXTS.insufficient);
    }
    const data = {
      accountId,
      profileId: input.profileId,
      person: this.reservations.personHash(productId, chosen.personKey),
      size: input.size.trim().toLowerCase() as Size,
      style: input.style.trim(),
      limitPerAccount: this.reservations.limitPerAccount,
    };
    const { state } = await this.commands.execute(product, new JoinWaitlist(productId, data, metadata));
    const lost = await this.lost(accountId, input.profileId);
    if (lost === null) return this.placesIn(state, accountId);
    // A profile or account that went during the join had its places removed before this one existed.
    const leave = { accountId, profileId: input.profileId, reason: lost };
    await this.commands.execute(product, new LeaveWaitlist(productId, leave, derivedMetadata(metadata)));
    throw noSuch('profile');
  }

  private async lost(accountId: string, profileId: string): Promise<PlacesLost | null> {
    const [owner, used] = await Promise.all([
      this.commands.state(account, accountId),
      this.commands.state(profile, profileId),
    ]);
    if (owner.closed || owner.locked) return 'account-locked';
    return used.status === 'saved' && used.accountId === accountId ? null : 'profile-removed';
  }

  /** @throws Refused 'not-found' */
  async leave(
    productId: string,
    accountId: string,
    profileId: string,
    metadata: CommandMetadata,
  ): Promise<WaitingPlace[]> {
    const command = new LeaveWaitlist(productId, { accountId, profileId, reason: 'left' }, metadata);
    return this.placesIn((await this.commands.execute(product, command)).state, accountId);
  }

  /** @throws Refused 'not-found' */
  async places(productId: string, accountId: string): Promise<WaitingPlace[]> {
    const state = await this.commands.state(product, productId);
    if (!state.facts) throw noSuch('product');
    return this.placesIn(state, accountId);
  }

  async allOf(accountId: string): Promise<OwnPlace[]> {
    const waiting = await this.reads.find(waitlistProjection, { where: { accountId }, limit: MOST });
    const ids = [...new Set(waiting.map(({ productId }) => productId))];
    const drops = await Promise.all(ids.map((id) => this.commands.state(product, id).catch(unlessDamaged)));
    return drops
      .flatMap((drop, at) => {
        if (!drop) return [];
        const productTitle = drop.facts?.productTitle ?? '';
        return this.placesIn(drop, accountId).map((place) => ({ ...place, productId: ids[at] ?? '', productTitle }));
      })
      .toSorted((a, b) => a.rank - b.rank);
  }

  private placesIn(state: ProductState, accountId: string): WaitingPlace[] {
    return placesOf(state, accountId, this.clock());
  }
}
