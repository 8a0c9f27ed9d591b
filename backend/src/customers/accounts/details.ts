import { Injectable } from '@nestjs/common';
import { type Country, DEFAULT_COUNTRY } from '@supreme-access/contract/countries.js';
import { PHONE_MAX } from '@supreme-access/contract/limits.js';
import { mobilePhone } from '@supreme-access/contract/phones.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { furtherStep, requestOf } from '../../event-sourcing/command-metadata.js';
import { Refused } from '../../event-sourcing/decider.js';
import type { RequestContext, Session } from '../../event-sourcing/requester.js';
import { MailBudget } from '../../mail/mail-budget.js';
import { ChangeDetails } from './account.js';
import type { Details } from './account-address.js';
import { Accounts } from './accounts.js';
import { AddressMoves } from './address-moves.js';
import { EmailClaims, isMailable } from './email-claims.js';
import { StepUp, type StepUpBody } from './step-up.js';

@Injectable()
export class DetailsChanges {
  constructor(
    private readonly accounts: Accounts,
    private readonly claims: EmailClaims,
    private readonly stepUp: StepUp,
    private readonly budget: MailBudget,
    private readonly moves: AddressMoves,
  ) {}

  /** A new email needs a step-up and never reveals a taken address. @throws Refused 'invalid' or one of STEP_UP */
  async change(
    updates: Record<string, unknown> | null,
    proof: StepUpBody,
    { accountId }: Session,
    context: RequestContext,
  ): Promise<void> {
    const { metadata } = context;
    const { billingAddress, emailKey } = await this.accounts.find(accountId);
    const { email, ...others } = readUpdates(updates, billingAddress?.country);
    if (email === undefined || this.claims.keyOf(email) === emailKey) {
      const personal = email === undefined ? others : { ...others, email };
      await this.accounts.ask(ChangeDetails, accountId, { personal }, metadata);
      return;
    }
    await this.accounts.unlessDone(accountId, metadata, async () => {
      await this.stepUp.prove(proof, context);
      const mail = [email, [accountId, metadata.client], 1, requestOf(metadata)] as const;
      await this.budget.spend(...mail);
      if (!(await this.moves.request(accountId, email, metadata))) await this.budget.giveBack(...mail);
    });
    await this.accounts.ask(ChangeDetails, accountId, { personal: others }, furtherStep(metadata, 'details'));
  }
}

const NAME_MAX = 100;
const FIELDS = ['name', 'phone', 'email'] as const;

function readUpdates(updates: Record<string, unknown> | null, country: Country = DEFAULT_COUNTRY): Partial<Details> {
  if (updates === null) throw incomplete();
  const unknown = Object.keys(updates).find((field) => !FIELDS.some((allowed) => allowed === field));
  if (unknown) throw new Refused('unknown-field', 'invalid', `Unknown field: ${unknown.slice(0, 60)}.`);
  const { name, phone, email } = updates;
  return {
    ...(name === undefined ? {} : { name: fullName(name) }),
    ...(phone === undefined ? {} : { phone: phoneOf(phone, country) }),
    ...(email === undefined ? {} : { email: emailOf(email) }),
  };
}

/** Returns E.164, or '' without a number. @throws Refused 'invalid' */
export function optionalPhone(phone: string | null | undefined): string {
  return (phone ?? '').trim() === '' ? '' : phoneOf(phone, DEFAULT_COUNTRY);
}

function fullName(value: unknown): string {
  const name = typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : '';
  if (name.length > NAME_MAX || !name.includes(' ') || /\p{Cc}/u.test(name)) throw incomplete();
  return name;
}

function phoneOf(value: unknown, country: Country): string {
  const phone = mobilePhone(value, country, PHONE_MAX.setup);
  if (phone === null) throw incomplete();
  return phone;
}

function emailOf(value: unknown): string {
  const email = typeof value === 'string' ? value.trim() : '';
  if (!isMailable(email)) throw new Refused('invalid', 'invalid', TEXTS.email);
  return email;
}

function incomplete(): Refused {
  return new Refused('invalid', 'invalid', TEXTS.form);
}
