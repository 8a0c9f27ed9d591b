import { Injectable } from '@nestjs/common';
import { InjectClock, InjectVault } from '../../config/tokens.js';
import { derivedMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type CommandMetadata, Refused } from '../../event-sourcing/decider.js';
import { commandIdFrom, randomId } from '../../event-sourcing/ids.js';
import { type Erased, type PersonalDataHolder, PersonalDataPart } from '../../event-sourcing/personal-data.js';
import { KeepsRecords, type RecordKeeper } from '../../event-sourcing/record-keepers.js';
import { type Repeatable, RepeatedSecrets } from '../../event-sourcing/repeated-secrets.js';
import { referencedSecret } from '../../stores/vault/referenced-secret.js';
import { keptIn, type Vault, type VaultKind } from '../../stores/vault/vault.js';
import { somethingWasTried } from '../../telemetry/request-context.js';
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
/** ms */
const OFFERED_FOR = 15 * 60_000;

interface Offered {
  secret: string;
  url: string;
}

export type CodeOutcome = 'right' | 'otp-required' | 'otp-wrong';

/** The vault holds the secrets, and only hashes of recovery codes. */
@KeepsRecords()
@PersonalDataPart()
@Injectable()
export class OneTimeCodes implements RecordKeeper, PersonalDataHolder {
  readonly records = [KIND] as const;
  readonly turn = 4;

  constructor(
    private readonly commands: Commands,
    @InjectVault() private readonly vault: Vault,
    private readonly repeats: RepeatedSecrets,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async status(accountId: string): Promise<{ on: boolean; recoveryCodesLeft: number }> {
    const { on } = await this.state(accountId);
    return { on: on !== null, recoveryCodesLeft: on ? RECOVERY_CODES - on.used.length : 0 };
  }

  /** Offers a secret, the same to copies of the request. @throws Refused 'otp-on' | 'already-done' */
  async offer(accountId: string, context: Repeatable, admitted: () => Promise<{ label: string }>): Promise<Offered> {
    const { secret, url } = await this.repeats.once(context, {
      purpose: 'totp-secret',
      target: accountId,
      isDone: () => this.commands.isDone(secondFactor, accountId, context.metadata),
      make: async () => {
        const { label } = await admitted();
        const secret = newSecret();
        return { secret, url: otpauthUrl(secret, label), record: nameFor(accountId) };
      },
      does: async ({ secret, record }) => {
        await this.vault.put(KIND, record, secret, { expiresAt: this.clock() + OFFERED_FOR });
        await this.commands.execute(secondFactor, new OfferTotp(accountId, { record }, context.metadata));
      },
      isValid: async ({ record }) => (await this.state(accountId)).offered === record,
    });
    return { secret, url };
  }

  /** Returns the recovery codes. @throws Refused 'otp-wrong' | 'otp-offer-over' | 'otp-on' | 'already-done' */
  async confirm(accountId: string, code: string, context: Repeatable): Promise<string[]> {
    const { codes } = await this.repeats.once(context, {
      purpose: 'totp-confirmed',
      target: accountId,
      isDone: () => this.commands.isDone(secondFactor, accountId, context.metadata),
      make: async () => ({ ...(await this.confirmed(accountId, code)), codes: newRecoveryCodes() }),
      does: async ({ codes, ...facts }) => {
        await this.vault.put(KIND, facts.record, await this.offered(facts.offered));
        await this.vault.put(KIND, facts.recovery, codes.map(recoveryHash));
        await this.commands.execute(secondFactor, new EnrolTotp(accountId, facts, context.metadata));
        await this.vault.erase(KIND, facts.offered);
      },
      isValid: async ({ recovery }) => (await this.state(accountId)).on?.recovery === recovery,
    });
    return codes;
  }

  /** Consumes a one-time or recovery code; 'right' if the account has none. @throws StaleVault */
  async check(accountId: string, code: string | null, metadata: CommandMetadata): Promise<CodeOutcome> {
    const { on } = await this.state(accountId);
    if (!on) return 'right';
    if (!code) return 'otp-required';
    // A repeated request carries the code that its first copy consumed.
    if (await this.commands.isDone(secondFactor, accountId, used(metadata))) return 'right';
    try {
      const isRight =
        (await this.useCode(accountId, on, code, metadata)) || (await this.useRecovery(accountId, on, code, metadata));
      return isRight ? 'right' : 'otp-wrong';
    } catch (error) {
      if (error instanceof Refused && error.code === 'otp-wrong') return 'otp-wrong';
      throw error;
    }
  }

  /** Returns new recovery codes and revokes the old ones. @throws Refused 'otp-off' | 'already-done' */
  async renew(accountId: string, context: Repeatable, admitted: () => Promise<unknown>): Promise<string[]> {
    const { codes } = await this.repeats.once(context, {
      purpose: 'recovery-codes',
      target: accountId,
      isDone: () => this.commands.isDone(secondFactor, accountId, context.metadata),
      make: async () => {
        await admitted();
        return { codes: newRecoveryCodes(), recovery: nameFor(accountId) };
      },
      does: async ({ codes, recovery }) => {
        await this.vault.put(KIND, recovery, codes.map(recoveryHash));
        await this.commands.execute(secondFactor, new MakeRecoveryCodes(accountId, { recovery }, context.metadata));
      },
      isValid: async ({ recovery }) => (await this.state(accountId)).on?.recovery === recovery,
    });
    await this.eraseOthers(accountId);
    return codes;
  }

  /** A repeated request does not turn off codes that were turned on after it. */
  async disable(
    accountId: string,
    by: DisabledBy,
    metadata: CommandMetadata,
    admitted: () => Promise<unknown> = async () => undefined,
  ): Promise<void> {
    await this.commands.unlessDone(secondFactor, accountId, metadata, async () => {
      await admitted();
      await this.commands.execute(secondFactor, new DisableTotp(accountId, { by }, metadata));
    });
    await this.eraseOthers(accountId);
  }

  async entry(accountId: string): Promise<Pick<On, 'record' | 'recovery'> | null> {
    const { on } = await this.state(accountId);
    return on && { record: on.record, recovery: on.recovery };
  }

  /** Ends an enrolment or recovery codes newer than `before`, an earlier result of `entry`. */
  async endSince(
    accountId: string,
    before: Pick<On, 'record' | 'recovery'> | null,
    metadata: CommandMetadata,
  ): Promise<void> {
    const { on } = await this.state(accountId);
    if (on && on.record !== before?.record) return this.disable(accountId, 'undo', derivedMetadata(metadata));
    if (on && on.recovery !== before?.recovery) await this.revokeRecovery(accountId, derivedMetadata(metadata));
    await this.eraseOthers(accountId);
  }

  /** Ends what the vault has lost: without the secret nobody could enter a code any more. */
  async endLost(accountId: string, lost: readonly string[], metadata: CommandMetadata): Promise<void> {
    const { on } = await this.state(accountId);
    if (on && lost.includes(on.record)) return this.disable(accountId, 'loss', metadata);
    if (on && lost.includes(on.recovery)) await this.revokeRecovery(accountId, metadata);
    await this.eraseOthers(accountId);
  }

  async erase(accountId: string, metadata: CommandMetadata): Promise<void> {
    await this.disable(accountId, 'erasure', derivedMetadata(metadata));
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
      if (inUse(await this.state(accountId)).includes(record)) named.add(record);
    }
    return named;
  }

  private async revokeRecovery(accountId: string, metadata: CommandMetadata): Promise<void> {
    const data = { recovery: nameFor(accountId), none: true } as const;
    await this.vault.put(KIND, data.recovery, []);
    await this.commands.execute(secondFactor, new MakeRecoveryCodes(accountId, data, metadata));
  }

  /** Erases unused records, including those that a crash left behind. */
  private async eraseOthers(accountId: string): Promise<void> {
    const state = await this.state(accountId);
    const kept = inUse(state);
    for (const record of state.records) if (!kept.includes(record)) await this.vault.erase(KIND, record);
  }

  private state(accountId: string): Promise<SecondFactorState> {
    return this.commands.state(secondFactor, accountId);
  }

  private async confirmed(accountId: string, code: string) {
    const { offered } = await this.state(accountId);
    if (offered === null) throw offerOver();
    const secret = await this.offered(offered);
    somethingWasTried();
    const step = stepOf(secret, code, this.clock());
    if (step === null) throw otpWrong();
    return { offered, record: nameFor(accountId), recovery: nameFor(accountId), step };
  }

  private async offered(record: string): Promise<string> {
    const secret = keptIn(await this.vault.get<string>(KIND, record));
    if (secret === undefined) throw offerOver();
    return secret;
  }

  private async useCode(accountId: string, on: On, code: string, metadata: CommandMetadata): Promise<boolean> {
    const secret = await referencedSecret<string>(this.vault, KIND, on.record);
    somethingWasTried();
    const step = secret === 'erased' ? null : stepOf(secret.value, code, this.clock());
    if (step === null) return false;
    await this.commands.execute(secondFactor, new UseTotpCode(accountId, { record: on.record, step }, used(metadata)));
    return true;
  }

  private async useRecovery(
    accountId: string,
    { recovery }: On,
    code: string,
    metadata: CommandMetadata,
  ): Promise<boolean> {
    const hashes = await referencedSecret<string[]>(this.vault, KIND, recovery);
    somethingWasTried();
    const number = hashes === 'erased' ? -1 : hashes.value.indexOf(recoveryHash(code));
    if (number < 0) return false;
    await this.commands.execute(secondFactor, new UseRecoveryCode(accountId, { recovery, number }, used(metadata)));
    return true;
  }
}

type On = NonNullable<SecondFactorState['on']>;

function inUse({ on, offered }: SecondFactorState): (string | null | undefined)[] {
  return [on?.record, on?.recovery, offered];
}

function nameFor(accountId: string): string {
  return `${accountId}.${randomId()}`;
}

function offerOver(): Refused {
  return new Refused('otp-offer-over', 'conflict', 'This took too long. Please start again.');
}

function used(metadata: CommandMetadata): CommandMetadata {
  return {
    ...metadata,
    commandId: commandIdFrom(metadata.commandId, 'one-time code', ''),
    causationId: metadata.commandId,
  };
}
