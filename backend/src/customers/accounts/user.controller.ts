import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  Post,
  UseGuards,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AccountInfo, CardToken } from '@supreme-access/contract/shapes/people.js';
import { successOf, TEXT } from '@supreme-access/contract/shapes/primitives.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import type { FastifyRequest } from 'fastify';
import { Open } from '../../auth/guard.js';
import { Limited } from '../../auth/limited.js';
import { requestOf } from '../../event-sourcing/command-metadata.js';
import { Refused } from '../../event-sourcing/decider.js';
import { RepeatedSecrets } from '../../event-sourcing/repeated-secrets.js';
import { type RequestContext, type Session } from '../../event-sourcing/requester.js';
import { Answers, AnswersSuccess, Refuses } from '../../http/answers.js';
import { Encrypted, Structure, Text } from '../../http/fields.js';
import { Context, SignedIn } from '../../http/request.js';
import { Says } from '../../http/validation.js';
import { MailBudget } from '../../mail/mail-budget.js';
import { AccountLinks } from './account-links.js';
import { Accounts } from './accounts.js';
import { Billing, CardTokens } from './billing.js';
import { DetailsChanges } from './details.js';
import { NewSessions } from './new-sessions.js';
import { CODE, NewPasswords, PASSWORD } from './passwords.js';
import { STEP_UP, StepUp, StepUpBody } from './step-up.js';

const CHANGED_ACCOUNT = { allOf: [successOf({}), AccountInfo] };

@Says(TEXTS.form)
class UpdateProfileBody extends StepUpBody {
  @Structure({
    description: 'any of name, phone and email; another email asks for the password, and the code where codes are on',
  })
  updates: Record<string, unknown> | null;
}

@Says(TEXTS.form)
class ChangePasswordBody {
  @Text(PASSWORD)
  password: string;
  @Text({ ...CODE, optional: true, blank: true })
  otp?: string | null;
  @Text(PASSWORD)
  newPassword: string;
}

const PASSWORD_CHANGES = { name: 'password-changes', max: 15, seconds: 3_600 };

@ApiTags('account')
@Refuses('gone:erased', 'unavailable:not-ready')
@Controller('api/user')
export class UserController {
  constructor(
    private readonly accounts: Accounts,
    private readonly details: DetailsChanges,
    private readonly links: AccountLinks,
    private readonly budget: MailBudget,
  ) {}

  @Get('info')
  @Answers(AccountInfo)
  info(@SignedIn() { accountId }: Session): Promise<AccountInfo> {
    return this.accounts.info(accountId);
  }

  @Post('updateProfile')
  @Answers(CHANGED_ACCOUNT)
  @Refuses('invalid', 'invalid:unknown-field', ...STEP_UP)
  async update(
    @Body() { updates, ...proof }: UpdateProfileBody,
    @SignedIn() session: Session,
    @Context() context: RequestContext,
  ) {
    await this.details.change(updates, proof, session, context);
    return { success: true, ...(await this.accounts.info(session.accountId)) };
  }

  /** Mails the verification link again, at most three times in 15 minutes. */
  @Post('resendVerification')
  @AnswersSuccess()
  @Refuses('too-many')
  async resendVerification(@SignedIn() { accountId }: Session, @Context() { metadata }: RequestContext) {
    const { email } = await this.accounts.find(accountId);
    const mail = [email, [accountId, metadata.client], 1, requestOf(metadata)] as const;
    // A late copy must not refund the budget that the first request spent.
    await this.accounts.unlessDone(accountId, metadata, async () => {
      await this.budget.spend(...mail);
      if (!(await this.links.sendAgain(accountId, metadata))) await this.budget.giveBack(...mail);
    });
    return { success: true };
  }
}

@ApiTags('account')
@Refuses('gone:erased', 'unavailable:not-ready')
@Controller('api/user')
export class PasswordController {
  constructor(
    private readonly stepUp: StepUp,
    private readonly accounts: Accounts,
    private readonly budget: MailBudget,
    private readonly passwords: NewPasswords,
    private readonly newSessions: NewSessions,
  ) {}

  @Post('password')
  @Limited(PASSWORD_CHANGES, 'account')
  @AnswersSuccess({ token: TEXT })
  @Refuses('invalid', 'invalid:password-common', 'conflict:password-changed', 'conflict:already-done', ...STEP_UP)
  async password(
    @Body() body: ChangePasswordBody,
    @SignedIn() { accountId }: Session,
    @Context() context: RequestContext,
  ) {
    const token = await this.newSessions.after(accountId, context, {
      admitted: async () => {
        const current = await this.stepUp.prove(body, context);
        await this.passwords.checkFor(accountId, body.newPassword);
        const { email, emailVerified } = await this.accounts.find(accountId);
        const { client } = context.metadata;
        if (!emailVerified) await this.budget.spend(email, [accountId, client], 1, requestOf(context.metadata));
        return current;
      },
      does: (current) => this.passwords.change(accountId, current, body.newPassword, context.metadata),
    });
    return { success: true, token };
  }
}

@Says(TEXTS.address)
class BillingBody {
  @Structure({ optional: true, nullable: true, description: 'line1, line2, city, state, postal_code, country' })
  billingAddress?: Record<string, unknown> | null;
  @Text({ max: 200, optional: true, blank: true, description: "'tok_...' of genToken or of the provider" })
  token?: string | null;
}

@Says(TEXTS.card)
class CardBody {
  @Encrypted({ description: "card data (aud 'card')" })
  card: string;
}

/** Five base64url parts; ECDH-ES+A256KW always has a key. */
const COMPACT_JWE = /^[\w-]+(?:\.[\w-]+){4}$/;

/** Guests need an encrypted card. An ended session gets 401, because its card is encrypted for an account. */
@Injectable()
class GuestCardGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { session, headers, body } = context.switchToHttp().getRequest<FastifyRequest>();
    if (session) return true;
    const card = typeof body === 'object' && body !== null && 'card' in body ? body.card : undefined;
    const isGuest = !headers.authorization?.startsWith('Bearer ');
    if (isGuest && typeof card === 'string' && COMPACT_JWE.test(card)) return true;
    throw new Refused('unauthorized', 'unauthorized', 'Please log in.');
  }
}

@ApiTags('account')
@Controller('api/user/billing')
export class BillingController {
  constructor(
    private readonly billing: Billing,
    private readonly tokens: CardTokens,
    private readonly accounts: Accounts,
    private readonly repeats: RepeatedSecrets,
  ) {}

  @Post('set')
  @Answers(CHANGED_ACCOUNT)
  @Refuses(
    'invalid',
    'invalid:address-invalid',
    'invalid:card-invalid',
    'conflict:password-changed',
    'gone:erased',
    'too-many',
    'unavailable:card-unknown',
  )
  async set(
    @Body() { billingAddress, token }: BillingBody,
    @SignedIn() { accountId }: Session,
    @Context() context: RequestContext,
  ) {
    const { metadata } = context;
    const set = () => this.billing.set(accountId, billingAddress ?? null, token || null, metadata);
    await this.accounts.unlessDone(accountId, metadata, set);
    return { success: true, ...(await this.accounts.info(accountId)) };
  }

  @Open()
  @UseGuards(GuestCardGuard)
  @Post('genToken')
  @AnswersSuccess({ token: CardToken })
  @Refuses(
    'invalid',
    'invalid:card-invalid',
    'unauthorized',
    'forbidden:card-relay-off',
    'conflict:already-done',
    'too-many',
    'unavailable:card-unknown',
  )
  async genToken(@Body() { card }: CardBody, @Context() context: RequestContext) {
    const { session, metadata } = context;
    const does = () => this.tokens.make(card, session?.accountId ?? null, metadata);
    return {
      success: true,
      token: { id: await this.repeats.answered(context, { purpose: 'card-token', isSecret: true, does }) },
    };
  }
}
