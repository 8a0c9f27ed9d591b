import type { ReadinessCondition } from '@supreme-access/contract/shapes/system.js';
import { discoverable } from './discovered.js';

/** What a process does every so often by itself, and says how it is: readiness tells where it is late. */
export interface Routine {
  /** Asked for each time that somebody looks at readiness: it reads nothing. */
  condition(): ReadinessCondition;
}

export const Routines = discoverable<Routine>();
