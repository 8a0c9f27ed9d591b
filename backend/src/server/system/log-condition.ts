import { Injectable } from '@nestjs/common';
import type { ReadinessCondition } from '@supreme-access/contract/shapes/system.js';
import { type HealthCheck, HealthChecks } from '../../event-sourcing/health-checks.js';
import { wayOn } from '../../event-sourcing/system-streams.js';
import { foreignInWords } from '../../projections/locked-streams.js';
import { StreamChecks } from '../../projections/stream-checks.js';
import { damageInWords } from '../../stores/event-log/stream-integrity.js';

const NAMED = 5;

/** Reports foreign events and locked streams. Readiness stays green, because only these streams are affected. */
@HealthChecks()
@Injectable()
export class LogCondition implements HealthCheck {
  constructor(private readonly checks: StreamChecks) {}

  condition(): ReadinessCondition {
    const { foreign, locks } = this.checks.passedOver();
    const name = 'Streams';
    const foreigners = foreignInWords(foreign);
    const [first] = locks;
    if (first) {
      const named = locks.slice(0, NAMED).map(damageInWords);
      const more = locks.length > NAMED ? [`${locks.length - NAMED} more streams are locked`] : [];
      const says = [...named, ...more, ...(foreigners === '' ? [] : [foreigners])].join('; ');
      return { name, state: 'late', says: `${says}.`, todo: `Everything else continues. ${wayOn(first)}` };
    }
    const says = foreigners === '' ? 'All streams hold only events that this program wrote.' : `${foreigners}.`;
    return { name, state: 'fine', says, todo: null };
  }
}
