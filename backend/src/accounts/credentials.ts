import { Injectable } from '@nestjs/common';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { Refused } from '../platform/decider.js';
import { randomId } from '../platform/ids.js';
import { InjectVault } from '../platform/platform.js';
import { Reads } from '../platform/read-models/reads.js';
import { KeepsRecords, type RecordKeeper } from '../platform/vault/sweep.js';
import type { Vault, VaultKind } from '../platform/vault/vault.js';
import { accountsProjection } from './accounts.projection.js';
import { Passwords, passwordProblem } from './passwords.js';

/** Password hashes as vault records: written once under a new name, before the event that names it. */
@KeepsRecords()
@Injectable()
export class Credentials implements RecordKeeper {
  readonly records = ['password'] as const;

  constructor(
    private readonly passwords: Passwords,
    private readonly reads: Reads,
    @InjectVault() private readonly vault: Vault,
  ) {}

  async isNamed(_: VaultKind, passwordRecord: string): Promise<boolean> {
    return (await this.reads.count(accountsProjection, { passwordRecord })) > 0;
  }

  /** @throws Refused when nobody should choose this password */
  check(password: string): void {
    const problem = passwordProblem(password);
    if (problem === 'common') {
      throw new Refused('password-common', 'invalid', 'Too many people use this password. Please choose another one.');
    }
    if (problem) throw new Refused(`password-${problem}`, 'invalid', TEXTS.form);
  }

  /** Keeps a password's hash; answers the name of its record. */
  async keep(password: string): Promise<string> {
    const hash = await this.passwords.hash(password);
    const record = randomId();
    await this.vault.put('password', record, hash);
    return record;
  }

  /** Takes as long for a password that does not exist as for a wrong one. */
  async match(record: string | null, password: string): Promise<boolean> {
    const entry = record === null ? undefined : await this.vault.get<string>('password', record);
    if (entry === undefined || entry === 'erased') return this.passwords.verifyNothing(password);
    return this.passwords.verify(entry.value, password);
  }

  /** Takes as long as `keep` and keeps nothing. */
  async keepNothing(password: string): Promise<void> {
    await this.passwords.hash(password);
  }

  async forget(record: string): Promise<void> {
    await this.vault.erase('password', record);
  }
}
