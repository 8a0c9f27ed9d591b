import { PASSWORD_MAX } from '@supreme-access/contract/limits.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { Choice, Email, Encrypted, Structure, Text } from '../platform/http/fields.js';
import { Says } from '../platform/http/validation.js';

/** Passwords are checked where they are chosen; here only their size is bounded. */
export const PASSWORD = { max: PASSWORD_MAX * 4, verbatim: true } as const;

@Says(TEXTS.login)
export class LoginBody {
  @Text({ max: 254 })
  email: string;
  @Text(PASSWORD)
  password: string;
}

@Says(TEXTS.form)
export class RegisterBody {
  @Email()
  email: string;
  @Text(PASSWORD)
  password: string;
  @Text({ max: 100, optional: true, blank: true })
  name?: string | null;
  @Text({ max: 40, optional: true, blank: true, description: 'a mobile number' })
  phone?: string | null;
  @Text({ max: 2_000, optional: true, blank: true, description: 'an invitation' })
  token?: string | null;
}

@Says(TEXTS.form)
export class RegisterAdBody {
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
export class ForgotBody {
  @Email()
  email: string;
}

@Says(TEXTS.form)
export class ResetBody {
  @Text({ max: 200, description: "from the mailed link, '/reset/{hash}'" })
  hash: string;
  @Text(PASSWORD)
  password: string;
  @Text(PASSWORD)
  confirmPassword: string;
}

@Says(TEXTS.form)
export class UpdateProfileBody {
  @Structure({ description: 'any of name, phone and email' })
  updates: Record<string, unknown> | null;
  @Text({
    ...PASSWORD,
    optional: true,
    description: 'for another e-mail address, when the login is older than 15 minutes',
  })
  password?: string | null;
}

@Says(TEXTS.form)
export class ChangePasswordBody {
  @Text(PASSWORD)
  password: string;
  @Text(PASSWORD)
  newPassword: string;
}

@Says(TEXTS.address)
export class BillingBody {
  @Structure({ optional: true, nullable: true, description: 'line1, line2, city, state, postal_code, country' })
  billingAddress?: Record<string, unknown> | null;
  @Text({ max: 200, optional: true, blank: true, description: "'tok_...' of genToken or of the provider" })
  token?: string | null;
}

@Says(TEXTS.card)
export class CardBody {
  @Encrypted({ description: "card data (aud 'card')" })
  card: string;
}

export class InvitationBody {
  @Email({ optional: true })
  email?: string | null;
  @Choice(['shopper', 'admin', 'auditor'], { optional: true })
  role?: 'shopper' | 'admin' | 'auditor' | null;
  @Text({ max: 40, optional: true, description: 'ISO 8601; in seven days when left out' })
  expiresAt?: string | null;
  @Text({ ...PASSWORD, optional: true, description: "the admin's own password, when a role is given" })
  password?: string | null;
  @Text({ max: 20, optional: true, blank: true, description: 'one-time code of an admin who has one; nobody has yet' })
  otp?: string | null;
}
