import { Injectable } from '@nestjs/common';
import { InjectClock } from '../../config/tokens.js';
import { KeepsRecords, type RecordKeeper } from '../../event-sourcing/record-keepers.js';
import { jobsProjection } from '../../jobs/jobs.projection.js';
import { Reads } from '../../projections/reads.js';
import type { VaultKind } from '../../stores/vault/vault.js';
import { FORGET, profileDue, secretOfRow } from './profile.jobs.js';
import { REPLACED_LIFE } from './profile.js';
import { profilesProjection } from './profiles.projection.js';

const jobs = jobsProjection([profileDue]);

@KeepsRecords()
@Injectable()
export class NamedRecords implements RecordKeeper {
  readonly records = ['card', 'code'] as const;

  constructor(
    private readonly reads: Reads,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async named(kind: VaultKind, records: readonly string[]): Promise<ReadonlySet<string>> {
    const field = kind === 'card' ? 'cardRecord' : 'codeRecord';
    const profiles = await this.reads.find(profilesProjection, { where: { [field]: { in: records } } });
    // Twice, because the clock that replaced them may be ahead of this one.
    const soon = { kind: FORGET, dueAt: { lt: this.clock() + 2 * REPLACED_LIFE } };
    const replaced = (await this.reads.find(jobs, { where: soon })).map(({ id }) => secretOfRow(id).secret.record);
    return new Set([...profiles.map((profile) => profile[field] ?? ''), ...replaced]);
  }
}
