import type { ReadinessCondition } from '@supreme-access/contract/shapes/system.js';
import { discoverable } from './discovered.js';

export interface HealthCheck {
  /** Called for each readiness request: it must not read a store. */
  condition(): ReadinessCondition;
}

export const HealthChecks = discoverable<HealthCheck>();
