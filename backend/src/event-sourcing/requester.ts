import type { Role } from '@supreme-access/contract/statuses.js';
import type { CommandMetadata } from './decider.js';

export interface Session {
  accountId: string;
  sid: string;
  roles: readonly Role[];
  version: number;
  /** ms UTC */
  signedInAt: number;
  /** ms UTC: the end of its token */
  endsAt: number;
  /** of the guided first minute: a demo's account, whose password nobody knows */
  isGuided?: true;
}

export interface RequestContext {
  metadata: CommandMetadata;
  keyed: boolean;
  session: Session | null;
}
