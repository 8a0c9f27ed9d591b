import type { Dialect } from '../sessions/session.js';
import { SessionRetailer } from '../sessions/session-retailer.js';
import { ucp20260111 } from './ucp-2026-01-11.js';
import { ucp20260408 } from './ucp-2026-04-08.js';
import type { UcpOptions } from './ucp-dialect.js';

const VERSIONS: Readonly<Record<string, (options: UcpOptions) => Dialect>> = {
  '2026-01-11': ucp20260111,
  '2026-04-08': ucp20260408,
};
export const UCP_VERSIONS: readonly string[] = Object.keys(VERSIONS);

/** A shop that speaks the Universal Commerce Protocol over REST. https://ucp.dev */
export class UcpRetailer extends SessionRetailer {
  /** @throws Error for a version that no reader is written for */
  constructor(options: UcpOptions) {
    const dialect = VERSIONS[options.version];
    if (!dialect) throw new Error(`UCP ${options.version} cannot be read`);
    super(dialect(options), options);
  }
}
