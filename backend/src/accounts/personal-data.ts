import { Injectable } from '@nestjs/common';
import type { Origin } from '../platform/decider.js';

/** A capability that holds personal data of accounts. */
export interface ErasureParticipant {
  /** something is under way that needs the data still */
  subjectOpen(accountId: string): Promise<boolean>;
  /** Removes what it holds; may be repeated, and runs once more after the account's key is gone. */
  erase(accountId: string, origin: Origin): Promise<void>;
  /** Removes what was entered before this time (ms UTC); may be repeated. */
  empty?(accountId: string, before: number, origin: Origin): Promise<void>;
  /** its part of what a person is told we know of them */
  collect?(accountId: string): Promise<Record<string, unknown>>;
}

/** Everyone who holds personal data of accounts. Capabilities join when their module starts. */
@Injectable()
export class PersonalData {
  private readonly participants: ErasureParticipant[] = [];

  register(participant: ErasureParticipant): void {
    this.participants.push(participant);
  }

  async isOpen(accountId: string): Promise<boolean> {
    for (const participant of this.participants) if (await participant.subjectOpen(accountId)) return true;
    return false;
  }

  /** Who joined last builds on the others and lets go first: orders before profiles, the account's own card last. */
  async erase(accountId: string, origin: Origin): Promise<void> {
    for (const participant of this.participants.toReversed()) await participant.erase(accountId, origin);
  }

  async empty(accountId: string, before: number, origin: Origin): Promise<void> {
    for (const participant of this.participants) await participant.empty?.(accountId, before, origin);
  }

  async collect(accountId: string): Promise<Record<string, unknown>> {
    const parts = await Promise.all(this.participants.map((participant) => participant.collect?.(accountId) ?? {}));
    return Object.assign({}, ...parts) as Record<string, unknown>;
  }
}
