import { Injectable } from '@nestjs/common';
import type { Origin } from './decider.js';
import { Discovered, discoverable } from './discovered.js';

/** Whose erasure the log tells, by id. */
export interface Erased {
  accounts: readonly string[];
  /** all of them, those of guests among them */
  orders: readonly string[];
  invitations: readonly string[];
}

/** What a capability holds of people: a provider with `@PersonalDataPart()`. All of it is idempotent. */
export interface PersonalDataHolder {
  /** 1 lets go first: what builds on the data of others, before them */
  readonly turn: number;
  /** something is under way that needs the data still */
  isOpen?(accountId: string): Promise<boolean>;
  /** Removes what it holds; runs once more after the account's key is gone. */
  erase(accountId: string, origin: Origin): Promise<void>;
  /** Removes what was entered before this time (ms UTC). */
  empty?(accountId: string, before: number, origin: Origin): Promise<void>;
  /** its part of what a person is told we know of them */
  collect?(accountId: string): Promise<Record<string, unknown>>;
  /** Removes from a vault that was restored what is erased of these people. */
  eraseAgain?(erased: Erased): Promise<void>;
}

export const PersonalDataPart = discoverable<PersonalDataHolder>();

@Injectable()
export class PersonalData {
  constructor(private readonly discovered: Discovered) {}

  async isOpen(accountId: string): Promise<boolean> {
    for (const holder of this.holders()) if (await holder.isOpen?.(accountId)) return true;
    return false;
  }

  async erase(accountId: string, origin: Origin): Promise<void> {
    for (const holder of this.holders()) await holder.erase(accountId, origin);
  }

  async empty(accountId: string, before: number, origin: Origin): Promise<void> {
    for (const holder of this.holders()) await holder.empty?.(accountId, before, origin);
  }

  async collect(accountId: string): Promise<Record<string, unknown>> {
    const parts = await Promise.all(this.holders().map((holder) => holder.collect?.(accountId) ?? {}));
    return Object.assign({}, ...parts.toReversed()) as Record<string, unknown>;
  }

  async eraseAgain(erased: Erased): Promise<void> {
    for (const holder of this.holders()) await holder.eraseAgain?.(erased);
  }

  private holders(): PersonalDataHolder[] {
    return this.discovered.of(PersonalDataPart).toSorted((one, other) => one.turn - other.turn);
  }
}
