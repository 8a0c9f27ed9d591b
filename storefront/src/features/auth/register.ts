import type { Session } from '../../../../backend/src/contract/api-types.js';
import { PASSWORD_MIN } from '../../../../backend/src/contract/limits.js';
import { ApiError, api } from '../../api.js';
import { signIn } from '../../session.js';

export interface Registration {
  name: string;
  email: string;
  password: string;
}

export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Whether the form is complete: the server has the last word on both. */
export function complete({ email, password }: Pick<Registration, 'email' | 'password'>): boolean {
  return EMAIL.test(email.trim()) && password.length >= PASSWORD_MIN;
}

/** Registers, with an ad token where one came with the address, and keeps the session. An answer without a token: 'no token'. */
export async function register({ name, email, password }: Registration, adtoken: string | null): Promise<Session> {
  const who = { ...(name.trim() ? { name: name.trim() } : {}), email: email.trim(), password };
  const session = adtoken
    ? await api.post<Session>('/register/ad', { ...who, adtoken })
    : await api.post<Session>('/register', who);
  if (!session.token) throw new ApiError('no-token', 'no token', 200);
  signIn(session);
  return session;
}
