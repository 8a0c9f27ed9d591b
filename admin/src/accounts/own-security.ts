import type { OwnSession } from '@supreme-access/contract/shapes/people.js';
import { http } from '../http.js';
import { readSession, writeSession } from '../session.js';
import type { Proof } from '../ui/OwnProof.js';

export interface CodesState {
  on: boolean;
  recoveryCodesLeft: number;
  required: boolean;
}
export interface Offer {
  secret: string;
  url: string;
}

async function post<Answer>(path: string, body: object): Promise<Answer> {
  return (await http(`/api/user/${path}`, { method: 'POST', body: JSON.stringify(body) })).json;
}

export const ownSecurity = {
  codes: async (): Promise<CodesState> => (await http('/api/user/totp')).json,
  enrol: ({ password }: Proof) => post<Offer>('totp/enrol', { password }),

  /** This ends all other sessions; this browser goes on with a new one. */
  async confirm(code: string): Promise<string[]> {
    const { recoveryCodes, token } = await post<{ recoveryCodes: string[]; token: string }>('totp/confirm', { code });
    const session = readSession();
    if (session) writeSession({ ...session, token });
    return recoveryCodes;
  },
  renew: async (proof: Proof) => (await post<{ recoveryCodes: string[] }>('totp/recovery', proof)).recoveryCodes,
  disable: (proof: Proof) => post('totp/disable', proof),
  sessions: async (): Promise<OwnSession[]> => (await http('/api/user/sessions')).json,
  endSession: (id: string) => http(`/api/user/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' }),
};

export function grouped(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
