import type { Role } from '@supreme-access/contract/statuses.js';
import type { Origin } from './decider.js';

export interface Session {
  accountId: string;
  /** its own id */
  sid: string;
  roles: readonly Role[];
  /** the account's token version when it began */
  version: number;
  /** ms UTC of the login */
  signedInAt: number;
}

export interface Asked {
  origin: Origin;
  keyed: boolean;
  session: Session | null;
}
