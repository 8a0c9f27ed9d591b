import type { RunKind } from '@supreme-access/contract/shapes/audit.js';
import { type Api, expectOk } from './api.js';
import { eventually } from './drops.js';
import { ADMIN } from './server-process.js';
import { PASSWORD } from './shopper.js';

/** ms */
const PATIENCE = 30_000;

export async function audit(admin: Api, kind: RunKind): Promise<string> {
  const { runId } = await expectOk(admin.post<{ runId: string }>('/api/admin/audit/runs', { kind }));
  await eventually(`the end of ${kind}`, PATIENCE, async () => {
    const { outcome } = await expectOk(admin.get<{ outcome: string | null }>(`/api/admin/audit/runs/${runId}`));
    return outcome ?? undefined;
  });
  return runId;
}

/** Invites an auditor and returns their login. */
export async function inviteAuditor(admin: Api, anyone: Api, { name, email }: { name: string; email: string }) {
  const invitation = { role: 'auditor', password: ADMIN.password };
  const { adtoken } = await expectOk(admin.post<{ adtoken: string }>('/api/admin/invitations', invitation));
  await expectOk(anyone.post('/register/ad', { name, email, password: PASSWORD, adtoken }));
  return { email, password: PASSWORD };
}
