import { Injectable } from '@nestjs/common';
import type { Rehearsal, RehearsalFigures } from '@supreme-access/contract/shapes/releases.js';
import { type ProductFacts, product } from '../../catalogue/products/product.js';
import { type ProductDoc, productsProjection } from '../../catalogue/products/products.projection.js';
import { activeSlots } from '../../catalogue/products/slots.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type CommandMetadata, noSuch, Refused } from '../../event-sourcing/decider.js';
import { Breakers, type Partner, partnerOf } from '../../jobs/breakers.js';
import { type OrderDoc, ordersProjection } from '../../orders/orders.projection.js';
import { Reads } from '../../projections/reads.js';
import { dropCheck, RehearseDrop, type Rehearsed } from '../checks/drop-check.js';
import { factsAhead } from '../checks/drop-checks.js';
import { HolderChecks } from '../checks/holder-checks.js';
import { isBelowPrice, lacksItem } from '../checks/retail-checks.js';
import { ENOUGH, type Measured, paceOfCheckouts, paceOfFees, quantile, type Timed } from './pace.js';
import { type Pace, play } from './play.js';

/** claims a second, the lower of both engines in docs/performance.md */
const CLAIMS = 388;
/** ms after the release where no drop was measured, also from docs/performance.md */
const BEGINS = 100;
/** ms; an earlier drop that began later had been held up */
const HELD_UP = 60_000;
/** ms between two releases that meet at a retailer */
const SAME_TIME = 60_000;
const DROPS_BEFORE = 10;
const ORDERS_OF_EACH = 2_000;
const AT_ONCE = 500;

interface Evening {
  retailer: Measured;
  stripe: Measured;
  /** ms */
  beginsAfter: number;
}

/** Plays a drop before its release. It calls nobody, and reads of people only which orders lack something. */
@Injectable()
export class Rehearsals {
  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly holders: HolderChecks,
    private readonly breakers: Breakers,
  ) {}

  /** @throws Refused 'not-found' | 'release-started' | 'no-slots-held' */
  async rehearse(productId: string, metadata: CommandMetadata): Promise<Rehearsal> {
    const drop = await this.commands.state(product, productId);
    const facts = factsAhead(drop);
    const slots = activeSlots(drop);
    if (slots === 0) throw new Refused('no-slots-held', 'conflict', 'Nobody holds a slot of this drop yet.');
    const figures = await this.figures(productId, facts, slots);
    const command = new RehearseDrop(productId, { version: drop.version, figures }, metadata);
    const { rehearsal } = (await this.commands.execute(dropCheck, command)).state;
    if (!rehearsal) throw noSuch('rehearsal');
    return shown(rehearsal, { version: drop.version, slots });
  }

  /** Null: never rehearsed. @throws Refused 'not-found' */
  async of(productId: string): Promise<Rehearsal | null> {
    const drop = await this.commands.state(product, productId);
    if (!drop.facts) throw noSuch('product');
    const { rehearsal } = await this.commands.state(dropCheck, productId);
    return rehearsal && shown(rehearsal, { version: drop.version, slots: activeSlots(drop) });
  }

  private async figures(productId: string, facts: ProductFacts, slots: number): Promise<RehearsalFigures> {
    const partner = partnerOf(facts.retailerId ?? null);
    const { beginsAfter, ...measured } = await this.evening(partner);
    const { lacking, ...counts } = await this.lacks(productId, facts);
    const beside = await this.beside(productId, facts.releaseAt, partner);
    const retailer = this.paceOf(partner, measured.retailer);
    const stripe = this.paceOf('stripe', measured.stripe);
    const charged = facts.price === 0 ? 0 : Math.max(0, slots - lacking) + beside.slots;
    const claims = Math.max(CLAIMS, retailer.perSecond ?? 0);
    const played = play({ slots, beside, charged, beginsAfter, claims, retailer, stripe, seed: 0.5 });
    const { perSecond, bound, feesBound } = played;
    return {
      ...{ slots, beside: beside.slots, ...counts },
      firstAfter: Math.round(played.firstAfter),
      lastAfter: Math.round(played.lastAfter),
      chargedAfter: Math.round(played.chargedAfter),
      ...{ perSecond: rounded(perSecond), bound, feesBound },
      retailer: paceFigures(retailer, measured.retailer),
      stripe: paceFigures(stripe, measured.stripe),
    };
  }

  private paceOf(partner: Partner, { took, perSecond }: Measured): Pace {
    const { now, most } = this.breakers.of(partner).limit;
    return { took, perSecond, places: [now, most] };
  }

  /** The newest drops that say enough. */
  private async evening(partner: Partner): Promise<Evening> {
    const found: Evening = { retailer: paceOfCheckouts([]), stripe: paceOfFees([]), beginsAfter: BEGINS };
    const before = await this.reads.find(productsProjection, {
      where: { startedAt: { gt: 0 } },
      sort: [['startedAt', 'desc']],
      limit: DROPS_BEFORE,
    });
    for (const drop of before) {
      if (isEnough(found.retailer) && isEnough(found.stripe)) break;
      const where = { productId: drop.productId, livemode: true };
      const orders = await this.reads.find(ordersProjection, { where, limit: ORDERS_OF_EACH });
      found.stripe = better(found.stripe, paceOfFees(orders));
      if (partnerOf(drop.retailerId ?? null) !== partner) continue;
      const retailer = better(found.retailer, paceOfCheckouts(orders));
      if (retailer !== found.retailer) Object.assign(found, { retailer, beginsAfter: beganAfter(drop, orders) });
    }
    return found;
  }

  private async lacks(productId: string, facts: ProductFacts) {
    const held = await this.reads.find(ordersProjection, { where: { productId, status: 'pending', livemode: true } });
    const withoutCode: OrderDoc[] = [];
    for (let at = 0; at < held.length; at += AT_ONCE) {
      withoutCode.push(...(await this.holders.withoutCode(held.slice(at, at + AT_ONCE))));
    }
    const byToken = facts.means === 'token' ? held : [];
    const withoutItem = byToken.filter(lacksItem(facts));
    const belowPrice = byToken.filter(isBelowPrice(facts));
    return {
      withoutCode: withoutCode.length,
      withoutItem: withoutItem.length,
      belowPrice: belowPrice.length,
      lacking: new Set([...withoutCode, ...withoutItem, ...belowPrice]).size,
    };
  }

  private async beside(productId: string, releaseAt: number | null, partner: Partner) {
    if (releaseAt === null) return { slots: 0, drops: 0 };
    const near = { gte: releaseAt - SAME_TIME, lte: releaseAt + SAME_TIME };
    const where = { delisted: false, cancelled: false, startedAt: null, releaseAt: near };
    const others = (await this.reads.find(productsProjection, { where })).filter(
      (drop) => drop.productId !== productId && partnerOf(drop.retailerId ?? null) === partner,
    );
    const ids = others.map((drop) => drop.productId);
    const held = { productId: { in: ids }, status: 'pending', livemode: true };
    return { slots: ids.length === 0 ? 0 : await this.reads.count(ordersProjection, held), drops: ids.length };
  }
}

function isEnough({ measured }: Measured): boolean {
  return measured >= ENOUGH;
}
function better(previous: Measured, found: Measured): Measured {
  return isEnough(previous) || previous.measured >= found.measured ? previous : found;
}

/** ms after the release */
function beganAfter({ releaseAt }: Pick<ProductDoc, 'releaseAt'>, orders: readonly Timed[]): number {
  const first = orders.reduce((least, { times }) => Math.min(least, times.firstAt ?? least), Number.POSITIVE_INFINITY);
  const after = first - (releaseAt ?? first);
  return after >= 0 && after <= HELD_UP ? after : BEGINS;
}

function paceFigures({ took, perSecond, places: [places] }: Pace, { measured }: Measured) {
  const [p50, p95] = [quantile(took, 0.5), quantile(took, 0.95)];
  return { measured, p50, p95, perSecond: rounded(perSecond), places };
}

/** to a tenth */
function rounded(perSecond: number | null): number | null {
  return perSecond === null ? null : Math.round(perSecond * 10) / 10;
}

function shown({ version, rehearsedAt, figures }: Rehearsed, now: { version: number; slots: number }): Rehearsal {
  const stale = version !== now.version || figures.slots !== now.slots;
  return { rehearsedAt: new Date(rehearsedAt).toISOString(), stale, figures };
}
