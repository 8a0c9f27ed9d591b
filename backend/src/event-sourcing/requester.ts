import type { Role } from '@supreme-access/contract/statuses.js';
import type { CommandMetadata } from './decider.js';

export interface Session {
  accountId: string;
  sid: string;
  roles: readonly Role[];
  version: number;
  /** ms UTC */
  signedInAt: number;
}

export interface RequestContext {
  metadata: CommandMetadata;
  keyed: boolean;
  session: Session | null;
}
