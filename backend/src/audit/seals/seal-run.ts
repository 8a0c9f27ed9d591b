import { Injectable } from '@nestjs/common';
import { Refused } from '../../platform/decider.js';
import { workerOrigin } from '../../platform/origins.js';
import { type AuditRunner, AuditRunners, Findings, type RunProgress, type RunResult } from '../runs/runner.js';
import { Seals } from './seals.js';

/** A seal over the log so far, on demand. */
@AuditRunners()
@Injectable()
export class SealRun implements AuditRunner {
  readonly kind = 'seal';

  constructor(private readonly seals: Seals) {}

  async run(progress: RunProgress): Promise<RunResult> {
    const findings = new Findings();
    await progress.step('tree', 0, null);
    try {
      const sealed = (await this.seals.seal(workerOrigin('seals'))) ?? (await this.seals.last());
      return { figures: sealed ? { seal: sealed.number, events: sealed.size, root: sealed.root } : {}, findings };
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'log-changed')) throw error;
      findings.add({ id: 'log-changed', what: 'log-changed', about: 'log-seals', detail: error.message });
      return { figures: {}, findings };
    }
  }
}
