import { Injectable } from '@nestjs/common';
import type { CheckedAt } from '@supreme-access/contract/checks.js';
import type { CheckedDrop, CheckFinding, DropCheck } from '@supreme-access/contract/shapes/releases.js';
import { type ProductFacts, type ProductState, product } from '../../catalogue/products/product.js';
import { productsProjection } from '../../catalogue/products/products.projection.js';
import { InjectClock } from '../../config/tokens.js';
import { adminsOf, STAFF, staff } from '../../customers/access/staff.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type CommandMetadata, noSuch, Refused } from '../../event-sourcing/decider.js';
import { Reads } from '../../projections/reads.js';
import { unlessDamaged } from '../../stores/event-log/stream-integrity.js';
import { type Checked, dropCheck, RecordDropCheck } from './drop-check.js';
import { HolderChecks } from './holder-checks.js';
import { found, ok, PartnerChecks } from './partner-checks.js';
import { RetailChecks } from './retail-checks.js';

const MOST_OPERATORS = 50;
const SHOWN = 6;

@Injectable()
export class DropChecks {
  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly partners: PartnerChecks,
    private readonly retail: RetailChecks,
    private readonly holders: HolderChecks,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Mails red findings to operators, unless `at` is 'by-hand'. @throws Refused 'not-found' | 'release-started' */
  async check(productId: string, at: CheckedAt, metadata: CommandMetadata, signal: AbortSignal) {
    const drop = await this.commands.state(product, productId);
    const facts = factsAhead(drop);
    const { releaseAt } = facts;
    // A shop that was never read has no client before.
    const ofShop = await this.retail.findings(productId, facts, metadata, signal);
    const findings = [
      facts.avail ? ok('sale') : found('sale', 'red', 'not-available'),
      ...(await this.partners.findings(facts, signal)),
      ...ofShop,
      ...(await this.holders.findings(productId, releaseAt, metadata, signal)),
    ];
    const operators = await this.operators(at, findings);
    const command = new RecordDropCheck(productId, { releaseAt, at, findings, operators }, metadata);
    return this.commands.execute(dropCheck, command);
  }

  async of(productId: string): Promise<DropCheck[]> {
    if (!(await this.commands.state(product, productId)).facts) throw noSuch('product');
    return (await this.commands.state(dropCheck, productId)).checks.map(shown).toReversed();
  }

  async ahead(): Promise<CheckedDrop[]> {
    const next = await this.reads.find(productsProjection, {
      where: { delisted: false, cancelled: false, startedAt: null, releaseAt: { gt: this.clock() } },
      sort: [['releaseAt', 'asc']],
      limit: SHOWN,
    });
    return Promise.all(
      next.map(async ({ productId, productTitle, releaseAt }) => {
        const state = await this.commands.state(dropCheck, productId).catch(unlessDamaged);
        const last = state?.checks.findLast((check) => check.releaseAt === releaseAt);
        return { productId, productTitle, releaseAt: iso(releaseAt), check: last ? shown(last) : null };
      }),
    );
  }

  private async operators(at: CheckedAt, findings: readonly CheckFinding[]): Promise<string[]> {
    if (at === 'by-hand' || !findings.some(({ level }) => level === 'red')) return [];
    return adminsOf(await this.commands.state(staff, STAFF)).slice(0, MOST_OPERATORS);
  }
}

export function isAhead(drop: ProductState): drop is ProductState & { facts: ProductFacts } {
  return drop.facts !== null && drop.startedAt === null && !drop.cancelled && !drop.delisted;
}

/** @throws Refused 'not-found' | 'release-started' */
export function factsAhead(drop: ProductState): ProductFacts {
  if (!drop.facts || drop.delisted) throw noSuch('product');
  if (isAhead(drop)) return drop.facts;
  throw new Refused('release-started', 'conflict', 'This release has started, or was cancelled.');
}

export function shown({ at, checkedAt, releaseAt, findings }: Checked): DropCheck {
  return { at, checkedAt: new Date(checkedAt).toISOString(), releaseAt: iso(releaseAt), findings };
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
