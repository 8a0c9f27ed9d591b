import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '@supreme-access/contract/limits.js';
import type { Session } from '@supreme-access/contract/shapes/people.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { ApiError } from '../../api/api.js';
import type { SendIntent } from '../../api/intent.js';
import { signIn } from '../../api/session.js';

export interface Registration {
  name: string;
  email: string;
  password: string;
}

export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const atMost = (max: number) => (text: string) => text.trim().length <= max || `Use at most ${max} characters.`;

/** Checks that return what is wrong with a field, or true. The server decides. */
export const CHECKS = {
  email: (text: string) => (EMAIL.test(text.trim()) ? atMost(EMAIL_MAX)(text) : TEXTS.email),
  newPassword: (text: string) =>
    text.length >= PASSWORD_MIN ? atMost(PASSWORD_MAX)(text) : `Use at least ${PASSWORD_MIN} characters.`,
};

/**
 * Registers, with the ad token of the address where there is one, and keeps the session. An answer without a token
 * returns 'no token'.
 */
export async function register(
  send: SendIntent,
  { name, email, password }: Registration,
  adtoken: string | null,
): Promise<Session> {
  const who = { ...(name.trim() ? { name: name.trim() } : {}), email: email.trim(), password };
  const session = adtoken
    ? await send<Session>('/register/ad', who, () => ({ ...who, adtoken }))
    : await send<Session>('/register', who, () => who);
  if (!session.token) throw new ApiError('no-token', 'no token', 200);
  signIn(session);
  return session;
}
