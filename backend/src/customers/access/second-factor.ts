import { Command, type CommandOf, type Decider, Refused, unreachable } from '../../event-sourcing/decider.js';

export const RECOVERY_CODES = 10;

export type SecondFactorEvent =
  | { type: 'TotpOffered'; data: { record: string } }
  | {
      type: 'TotpEnrolled';
      /** `recovery`: record of the recovery hashes; `step`: time step of the confirming code */
      data: { record: string; recovery: string; step: number };
    }
  | { type: 'TotpCodeUsed'; data: { step: number } }
  | {
      type: 'RecoveryCodeUsed';
      /** index, from 0 */
      data: { number: number };
    }
  | {
      type: 'RecoveryCodesMade';
      /** `none`: revokes the old codes and makes no new ones */
      data: { recovery: string; none?: true };
    }
  /** `undo`: an undone email move removes codes that were enrolled after it; `loss`: the vault has lost their secret */
  | { type: 'TotpDisabled'; data: { by: DisabledBy } };
export type DisabledBy = 'owner' | 'admin' | 'erasure' | 'undo' | 'loss';

export class OfferTotp extends Command<{ record: string }> {
  readonly type = 'OfferTotp';
}
export class EnrolTotp extends Command<{ offered: string; record: string; recovery: string; step: number }> {
  readonly type = 'EnrolTotp';
}
/** Each code is valid once; earlier steps are rejected too. */
export class UseTotpCode extends Command<{ record: string; step: number }> {
  readonly type = 'UseTotpCode';
}
export class UseRecoveryCode extends Command<{ recovery: string; number: number }> {
  readonly type = 'UseRecoveryCode';
}
export class MakeRecoveryCodes extends Command<{ recovery: string; none?: true }> {
  readonly type = 'MakeRecoveryCodes';
}
export class DisableTotp extends Command<{ by: DisabledBy }> {
  readonly type = 'DisableTotp';
}
export const secondFactorCommands = {
  OfferTotp,
  EnrolTotp,
  UseTotpCode,
  UseRecoveryCode,
  MakeRecoveryCodes,
  DisableTotp,
};
export type SecondFactorCommand = CommandOf<typeof secondFactorCommands>;

export interface SecondFactorState {
  offered: string | null;
  on: { record: string; recovery: string; used: readonly number[] } | null;
  lastStep: number;
  records: readonly string[];
}

function decide(command: SecondFactorCommand, { on, offered, lastStep }: SecondFactorState): SecondFactorEvent[] {
  switch (command.type) {
    case 'OfferTotp':
      if (on) throw isOn();
      return [{ type: 'TotpOffered', data: command.data }];
    case 'EnrolTotp': {
      const { offered: confirmed, ...data } = command.data;
      if (on) throw isOn();
      if (confirmed !== offered)
        throw new Refused('otp-offer-over', 'conflict', 'This setup is no longer current. Please start again.');
      return [{ type: 'TotpEnrolled', data }];
    }
    case 'UseTotpCode': {
      const { record, step } = command.data;
      if (on?.record !== record || step <= lastStep) throw otpWrong();
      return [{ type: 'TotpCodeUsed', data: { step } }];
    }
    case 'UseRecoveryCode': {
      const { recovery, number } = command.data;
      if (on?.recovery !== recovery || on.used.includes(number)) throw otpWrong();
      return [{ type: 'RecoveryCodeUsed', data: { number } }];
    }
    case 'MakeRecoveryCodes':
      if (!on) throw new Refused('otp-off', 'conflict', 'One-time codes are not on.');
      return [{ type: 'RecoveryCodesMade', data: command.data }];
    case 'DisableTotp':
      return on ? [{ type: 'TotpDisabled', data: command.data }] : [];
    default:
      return unreachable(command);
  }
}

function evolve(state: SecondFactorState, event: SecondFactorEvent): SecondFactorState {
  switch (event.type) {
    case 'TotpOffered': {
      const { record } = event.data;
      return { ...state, offered: record, records: [...state.records, record] };
    }
    case 'TotpEnrolled': {
      const { record, recovery, step: lastStep } = event.data;
      const records = [...state.records, record, recovery];
      return { offered: null, on: { record, recovery, used: [] }, lastStep, records };
    }
    case 'TotpCodeUsed':
      return { ...state, lastStep: event.data.step };
    case 'RecoveryCodeUsed':
      return { ...state, on: state.on && { ...state.on, used: [...state.on.used, event.data.number] } };
    case 'RecoveryCodesMade': {
      const { recovery, none = false } = event.data;
      const used = none ? Array.from({ length: RECOVERY_CODES }, (_, number) => number) : [];
      return { ...state, on: state.on && { ...state.on, recovery, used }, records: [...state.records, recovery] };
    }
    case 'TotpDisabled':
      return { ...state, offered: null, on: null };
    default:
      return unreachable(event);
  }
}

export const secondFactor: Decider<SecondFactorState, SecondFactorCommand, SecondFactorEvent> = {
  category: 'totp',
  commands: secondFactorCommands,
  initial: { offered: null, on: null, lastStep: 0, records: [] },
  decide,
  evolve,
};

function isOn(): Refused {
  return new Refused('otp-on', 'conflict', 'One-time codes are already on.');
}

export function otpWrong(kind: 'unauthorized' | 'forbidden' = 'forbidden'): Refused {
  return new Refused('otp-wrong', kind, 'This code is wrong or has already been used.');
}
