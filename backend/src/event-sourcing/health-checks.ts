import type { ReadinessCondition } from '@supreme-access/contract/shapes/system.js';
import { discoverable } from './discovered.js';

export interface HealthCheck {
  /** Called for each readiness request: it must not read a store. */
  condition(): ReadinessCondition;
}

export const HealthChecks = discoverable<HealthCheck>();

export class Startup {
  isOver = false;
  /** @throws LogReplaced */
  logIsOurs: () => Promise<void> = async () => undefined;
  /** a sentence for operators; while it is set, no job runs */
  olderLog: string | null = null;
}
