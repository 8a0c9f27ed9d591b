import type { Role } from '@supreme-access/contract/statuses.js';
import type { Origin } from './decider.js';

export interface Session {
  accountId: string;
  sid: string;
  roles: readonly Role[];
  version: number;
  /** ms UTC */
  signedInAt: number;
}

export interface Asked {
  origin: Origin;
  keyed: boolean;
  session: Session | null;
}
