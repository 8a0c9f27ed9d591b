import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '@supreme-access/contract/shapes/people.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { Open } from '../../auth/guard.js';
import { Limited } from '../../auth/limited.js';
import { derivedMetadata } from '../../event-sourcing/command-metadata.js';
import { Refused } from '../../event-sourcing/decider.js';
import { type RequestContext } from '../../event-sourcing/requester.js';
import { Answers, AnswersSuccess, Refuses } from '../../http/answers.js';
import { Email, Text } from '../../http/fields.js';
import { Context } from '../../http/request.js';
import { Says } from '../../http/validation.js';
import { optionalPhone } from './details.js';
import { Invitations } from './invitations.js';
import { CODE, ForgottenPasswords, NewPasswords, PASSWORD } from './passwords.js';
import { type Registrant, Registration, SignIn } from './sign-in.js';

@Says(TEXTS.login)
class LoginBody {
  @Text({ max: 254 })
  email: string;
  @Text(PASSWORD)
  password: string;
  @Text({ ...CODE, optional: true, blank: true })
  otp?: string | null;
}

@Says(TEXTS.form)
class RegisterBody {
  @Email()
  email: string;
  @Text(PASSWORD)
  password: string;
  @Text({ max: 100, optional: true, blank: true })
  name?: string | null;
  @Text({ max: 100, optional: true, blank: true, description: 'a mobile number, however it is written' })
  phone?: string | null;
  @Text({ max: 2_000, optional: true, blank: true, description: 'an invitation' })
  token?: string | null;
}

@Says(TEXTS.form)
class RegisterAdBody {
  @Text({ max: 100 })
  name: string;
  @Email()
  email: string;
  @Text(PASSWORD)
  password: string;
  @Text({ max: 2_000, description: 'an invitation made by an admin' })
  adtoken: string;
}

@Says(TEXTS.email)
class ForgotBody {
  @Email()
  email: string;
}

@Says(TEXTS.form)
class ResetBody {
  @Text({ max: 200, description: "from the mailed link, '/reset/{hash}'" })
  hash: string;
  @Text(PASSWORD)
  password: string;
  @Text(PASSWORD)
  confirmPassword: string;
}

/** A drop brings hundreds of sign-ups from one IP address; an attack brings thousands. */
const SIGN_UPS = { name: 'sign-ups', max: 2_000, seconds: 600 };
const CHOSEN = [
  'invalid',
  'invalid:unknown-field',
  'invalid:password-common',
  'conflict:not-registered',
  'conflict:already-done',
] as const;
const RESETS = { name: 'resets', max: 300, seconds: 600 };

@ApiTags('auth')
@Open()
@Refuses('too-many', 'unavailable:busy')
@Controller()
export class AuthController {
  constructor(
    private readonly signIn: SignIn,
    private readonly registration: Registration,
    private readonly invitations: Invitations,
    private readonly passwords: NewPasswords,
    private readonly forgotten: ForgottenPasswords,
  ) {}

  @Post('login')
  @Answers(Session)
  @Refuses(
    'invalid',
    'unauthorized:login-incorrect',
    'unauthorized:otp-required',
    'unauthorized:otp-wrong',
    'forbidden:account-locked',
  )
  login(@Body() { email, password, otp }: LoginBody, @Context() { metadata }: RequestContext): Promise<Session> {
    return this.signIn.login(email, password, otp || null, metadata);
  }

  @Post('register')
  @Answers(Session)
  @Refuses(...CHOSEN, 'invalid:invitation-invalid')
  @Limited(SIGN_UPS)
  register(
    @Body() { token, name, phone, email, password }: RegisterBody,
    @Context() context: RequestContext,
  ): Promise<Session> {
    const who = { email, password, name: name ?? '', phone: optionalPhone(phone) };
    return token ? this.invited(token, who, context) : this.registration.signUp(who, context);
  }

  @Post('register/ad')
  @Answers(Session)
  @Refuses(...CHOSEN, 'invalid:invitation-invalid')
  @Limited(SIGN_UPS)
  registerInvited(@Body() { adtoken, ...who }: RegisterAdBody, @Context() context: RequestContext): Promise<Session> {
    return this.invited(adtoken, { ...who, phone: '' }, context);
  }

  /** The answer is the same with and without an account. */
  @Post('api/forgotpw')
  @AnswersSuccess()
  @Refuses('invalid')
  @Limited(RESETS)
  forgot(@Body() { email }: ForgotBody, @Context() { metadata }: RequestContext) {
    this.forgotten.begin(email, derivedMetadata(metadata));
    return { success: true };
  }

  /** Sets a password through a mailed link, which works once, and ends all sessions. */
  @Post('api/resetpassword')
  @AnswersSuccess()
  @Refuses('invalid', 'invalid:link-over', 'invalid:passwords-differ', 'invalid:password-common')
  @Limited(RESETS)
  async reset(@Body() { hash, password, confirmPassword }: ResetBody, @Context() context: RequestContext) {
    if (password !== confirmPassword) throw new Refused('passwords-differ', 'invalid', TEXTS.form);
    await this.passwords.reset(hash, password, context);
    return { success: true };
  }

  private invited(token: string, who: Registrant, context: RequestContext): Promise<Session> {
    return this.registration.signUp(who, context, () => this.invitations.admission(token, who.email, context.metadata));
  }
}
