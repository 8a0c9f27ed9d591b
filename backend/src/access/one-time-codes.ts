import { Injectable } from '@nestjs/common';
import { Commands } from '../platform/commands.js';
import { type Origin, Refused } from '../platform/decider.js';
import { commandIdFrom, randomId } from '../platform/ids.js';
import { freshStep } from '../platform/origins.js';
import { type Erased, type PersonalDataHolder, PersonalDataPart } from '../platform/personal-data.js';
import { InjectClock, InjectVault } from '../platform/platform.js';
import { namedRecord } from '../platform/vault/named-record.js';
import { KeepsRecords, type RecordKeeper } from '../platform/vault/sweep.js';
import { keptIn, type Vault, type VaultKind } from '../platform/vault/vault.js';
import {
  type DisabledBy,
  DisableTotp,
  EnrolTotp,
  MakeRecoveryCodes,
  OfferTotp,
  otpWrong,
  RECOVERY_CODES,
  type SecondFactorState,
  secondFactor,
  UseRecoveryCode,
  UseTotpCode,
} from './second-factor.js';
import { newRecoveryCodes, newSecret, otpauthUrl, recoveryHash, stepOf } from './totp.js';

const KIND = 'totp';
/** ms in which an offered secret is confirmed with a code of it */
const OFFERED_FOR = 15 * 60_000;

export type CodeOutcome = 'right' | 'otp-required' | 'otp-wrong';

/** One-time codes and what stands in for them; secrets lie in the vault, of recovery codes only hashes. */
@KeepsRecords()
@PersonalDataPart()
@Injectable()
export class OneTimeCodes implements RecordKeeper, PersonalDataHolder {
  readonly records = [KIND] as const;
  readonly turn = 4;

  constructor(
    private readonly commands: Commands,
    @InjectVault() private readonly vault: Vault,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async standing(accountId: string): Promise<{ on: boolean; recoveryCodesLeft: number }> {
    const { on } = await this.state(accountId);
    return { on: on !== null, recoveryCodesLeft: on ? RECOVERY_CODES - on.used.length : 0 };
  }

  /** A secret that is not asked for before it is confirmed. `label`: what apps show. @throws Refused 'otp-on' */
  async offer(accountId: string, label: string, origin: Origin): Promise<{ secret: string; url: string }> {
    const secret = newSecret();
    const record = await this.keep(accountId, secret, this.clock() + OFFERED_FOR);
    await this.commands.execute(secondFactor, new OfferTotp(accountId, { record }, freshStep(origin)));
    return { secret, url: otpauthUrl(secret, label) };
  }

  /** Turns them on; returns the recovery codes, which nobody is told again. @throws Refused 'otp-wrong' | 'otp-offer-over' | 'otp-on' */
  async confirm(accountId: string, code: string, origin: Origin): Promise<string[]> {
    const { offered } = await this.state(accountId);
    const secret = offered === null ? undefined : keptIn(await this.vault.get<string>(KIND, offered));
    if (offered === null || secret === undefined) {
      throw new Refused('otp-offer-over', 'conflict', 'This took too long. Please begin again.');
    }
    const step = stepOf(secret, code, this.clock());
    if (step === null) throw otpWrong();
    const codes = newRecoveryCodes();
    const [record, recovery] = [
      await this.keep(accountId, secret),
      await this.keep(accountId, codes.map(recoveryHash)),
    ];
    const facts = { offered, record, recovery, step };
    await this.commands.execute(secondFactor, new EnrolTotp(accountId, facts, freshStep(origin)));
    await this.vault.erase(KIND, offered);
    return codes;
  }

  /** Looks at a one-time or recovery code and uses it up; 'right' of an account that has none. @throws VaultBehind */
  async check(accountId: string, code: string | null, origin: Origin, isRepeatable = false): Promise<CodeOutcome> {
    const { on } = await this.state(accountId);
    if (!on) return 'right';
    if (!code) return 'otp-required';
    // A request that comes again under its key brings the code that it has used up itself.
    if (isRepeatable && (await this.commands.isDone(secondFactor, accountId, used(origin)))) return 'right';
    try {
      const isRight =
        (await this.useCode(accountId, on, code, origin)) || (await this.useRecovery(accountId, on, code, origin));
      return isRight ? 'right' : 'otp-wrong';
    } catch (error) {
      if (error instanceof Refused && error.code === 'otp-wrong') return 'otp-wrong';
      throw error;
    }
  }

  /** New recovery codes; those before are worth nothing. @throws Refused 'otp-off' */
  async renew(accountId: string, origin: Origin): Promise<string[]> {
    const { on } = await this.state(accountId);
    const codes = newRecoveryCodes();
    const recovery = await this.keep(accountId, codes.map(recoveryHash));
    await this.commands.execute(secondFactor, new MakeRecoveryCodes(accountId, { recovery }, freshStep(origin)));
    if (on) await this.vault.erase(KIND, on.recovery);
    return codes;
  }

  async disable(accountId: string, by: DisabledBy, origin: Origin): Promise<void> {
    const { records } = await this.state(accountId);
    await this.commands.execute(secondFactor, new DisableTotp(accountId, { by }, freshStep(origin)));
    for (const record of records) await this.vault.erase(KIND, record);
  }

  /** The records of what is asked for now; null while codes are off. */
  async entry(accountId: string): Promise<Pick<On, 'record' | 'recovery'> | null> {
    const { on } = await this.state(accountId);
    return on && { record: on.record, recovery: on.recovery };
  }

  /** Ends an enrolment and recovery codes that are not those `before`, as `entry` returned them earlier. */
  async endSince(accountId: string, before: Pick<On, 'record' | 'recovery'> | null, origin: Origin): Promise<void> {
    const { on } = await this.state(accountId);
    if (on && on.record !== before?.record) return this.disable(accountId, 'undo', origin);
    if (!on || on.recovery === before?.recovery) return;
    const data = { recovery: await this.keep(accountId, []), none: true } as const;
    await this.commands.execute(secondFactor, new MakeRecoveryCodes(accountId, data, freshStep(origin)));
    await this.vault.erase(KIND, on.recovery);
  }

  async erase(accountId: string, origin: Origin): Promise<void> {
    await this.disable(accountId, 'erasure', origin);
  }

  async eraseAgain({ accounts }: Erased): Promise<void> {
    for (const accountId of accounts) {
      for (const record of (await this.state(accountId)).records) await this.vault.erase(KIND, record);
    }
  }

  async named(_: VaultKind, records: readonly string[]): Promise<ReadonlySet<string>> {
    const named = new Set<string>();
    for (const record of records) {
      const [accountId = ''] = record.split('.');
      if ((await this.state(accountId)).records.includes(record)) named.add(record);
    }
    return named;
  }

  private state(accountId: string): Promise<SecondFactorState> {
    return this.commands.state(secondFactor, accountId);
  }

  /** Its name says whose it is. */
  private async keep(accountId: string, value: string | readonly string[], expiresAt?: number): Promise<string> {
    const record = `${accountId}.${randomId()}`;
    await this.vault.put(KIND, record, value, expiresAt === undefined ? {} : { expiresAt });
    return record;
  }

  private async useCode(accountId: string, on: On, code: string, origin: Origin): Promise<boolean> {
    const secret = await namedRecord<string>(this.vault, KIND, on.record);
    const step = secret === 'erased' ? null : stepOf(secret.value, code, this.clock());
    if (step === null) return false;
    await this.commands.execute(secondFactor, new UseTotpCode(accountId, { record: on.record, step }, used(origin)));
    return true;
  }

  private async useRecovery(accountId: string, { recovery }: On, code: string, origin: Origin): Promise<boolean> {
    const hashes = await namedRecord<string[]>(this.vault, KIND, recovery);
    const number = hashes === 'erased' ? -1 : hashes.value.indexOf(recoveryHash(code));
    if (number < 0) return false;
    await this.commands.execute(secondFactor, new UseRecoveryCode(accountId, { recovery, number }, used(origin)));
    return true;
  }
}

type On = NonNullable<SecondFactorState['on']>;

function used(origin: Origin): Origin {
  return { ...origin, commandId: commandIdFrom(origin.commandId, 'one-time code', ''), causationId: origin.commandId };
}
