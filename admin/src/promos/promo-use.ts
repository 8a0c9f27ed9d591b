import type { PromoUseOverTime } from '@supreme-access/contract/people-types.js';
import { http } from '../http.js';

/** The last 30 days unless told: days in UTC, '2026-11-22'. */
export async function promoDays(id: string, range: { from?: string; to?: string }, signal?: AbortSignal) {
  const query = new URLSearchParams(range).toString();
  const { json } = await http(`/api/admin/promos/${encodeURIComponent(id)}/days${query && `?${query}`}`, { signal });
  return json as PromoUseOverTime;
}
