import { Injectable } from '@nestjs/common';
import type { CommandMetadata } from './decider.js';
import { Discovered, discoverable } from './discovered.js';

export interface Erased {
  accounts: readonly string[];
  orders: readonly string[];
  invitations: readonly string[];
}

/** Implemented by each capability that holds personal data; every method is idempotent. */
export interface PersonalDataHolder {
  /** 1 erases first: data that depends on other data goes before it */
  readonly turn: number;
  isOpen?(accountId: string): Promise<boolean>;
  /** Runs once more after the account's key is gone. */
  erase(accountId: string, metadata: CommandMetadata): Promise<void>;
  /** `before`: ms UTC */
  empty?(accountId: string, before: number, metadata: CommandMetadata): Promise<void>;
  collect?(accountId: string): Promise<Record<string, unknown>>;
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

  async erase(accountId: string, metadata: CommandMetadata): Promise<void> {
    for (const holder of this.holders()) await holder.erase(accountId, metadata);
  }

  async empty(accountId: string, before: number, metadata: CommandMetadata): Promise<void> {
    for (const holder of this.holders()) await holder.empty?.(accountId, before, metadata);
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
