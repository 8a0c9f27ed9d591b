import { Injectable } from '@nestjs/common';
import { Refused } from '../event-sourcing/decider.js';
import { type Limit, Limits } from '../http/limits/limits.js';
import { boundedCache } from '../stores/bounded-cache.js';
import { withinRequest } from '../telemetry/request-context.js';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';

const MAILS = { name: 'mails', max: 10, seconds: 3_600 };
const TEXT = 'We have sent enough emails to this address for now. Please try again later.';

@Injectable()
export class MailBudget {
  private readonly mails: Limit;
  private readonly spent = boundedCache<Promise<void>>(10_000);

  constructor(limits: Limits) {
    this.mails = limits.of(MAILS);
  }

  /** `by`: account and network; duplicates of `request` spend nothing. @throws Refused 'too-many', StoreUnavailable */
  async spend(to: string, by: readonly (string | undefined)[], mails = 1, request?: string): Promise<void> {
    if (request === undefined) return this.take(namesOf(to, by), mails);
    const spent = this.spent.get(request);
    if (spent) {
      // A duplicate may have time left when the first request has none.
      if (!(await withinRequest(spent.then(isSpent, wasInTime), late))) await this.spend(to, by, mails, request);
      return;
    }
    const spending = this.take(namesOf(to, by), mails, request);
    this.spent.set(request, spending);
    await spending.catch((error: unknown) => {
      this.spent.delete(request);
      throw error;
    });
  }

  /** Refunds mails that are not sent, once for all duplicates of the request. */
  async giveBack(to: string, by: readonly (string | undefined)[], mails: number, request: string): Promise<void> {
    if (!this.spent.delete(request)) return;
    for (const name of namesOf(to, by)) for (let n = 0; n < mails; n += 1) await this.mails.giveBack(name);
  }

  private async take(names: readonly string[], mails: number, request?: string): Promise<void> {
    const forget = request === undefined ? undefined : () => void this.spent.delete(request);
    for (const name of names) for (let n = 0; n < mails; n += 1) await this.mails.take(name, TEXT, forget);
  }

  /** As `spend`, but returns false at the limit, which the caller must not reveal. */
  async allows(to: string, by: readonly (string | undefined)[]): Promise<boolean> {
    try {
      await this.spend(to, by);
      return true;
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
  }
}

function isSpent(): boolean {
  return true;
}

function wasInTime(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return false;
  throw error;
}

function late(): Error {
  return new StoreUnavailable('no time is left to wait for a copy of this request to be counted');
}

function namesOf(to: string, by: readonly (string | undefined)[]): string[] {
  const address = to.trim().normalize('NFC').toLowerCase();
  return by.map((one) => `${one ?? ''} ${address}`);
}
