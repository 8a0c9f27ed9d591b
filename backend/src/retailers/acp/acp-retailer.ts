import type { ShopOptions } from '../sessions/session.js';
import { SessionRetailer } from '../sessions/session-retailer.js';
import { acpDialect } from './acp-dialect.js';
import { acpVersion } from './acp-versions.js';

/**
 * A shop that speaks the Agentic Commerce Protocol. Its request signature needs an algorithm that both agreed on; none
 * is sent. https://github.com/agentic-commerce-protocol/agentic-commerce-protocol
 */
export class AcpRetailer extends SessionRetailer {
  /** @throws Error for a version that no reader is written for */
  constructor({ sign: _, ...options }: ShopOptions) {
    super(acpDialect(acpVersion(options.version), options), options);
  }
}
