import { Injectable } from '@nestjs/common';
import { Reads } from '../../projections/reads.js';
import { KeepsRecords, type RecordKeeper } from '../../projections/sweep.js';
import type { VaultKind } from '../../stores/vault/vault.js';
import { profilesProjection } from './profiles.projection.js';

@KeepsRecords()
@Injectable()
export class NamedRecords implements RecordKeeper {
  readonly records = ['card', 'code'] as const;

  constructor(private readonly reads: Reads) {}

  async named(kind: VaultKind, records: readonly string[]): Promise<ReadonlySet<string>> {
    const field = kind === 'card' ? 'cardRecord' : 'codeRecord';
    const profiles = await this.reads.find(profilesProjection, { where: { [field]: { in: records } } });
    return new Set(profiles.map((profile) => profile[field] ?? ''));
  }
}
