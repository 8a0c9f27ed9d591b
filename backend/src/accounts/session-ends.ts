import { Injectable } from '@nestjs/common';
import { Sessions } from '../platform/auth/sessions.js';
import { Projector } from '../platform/projections/projector.js';
import { Reads } from '../platform/read-models/reads.js';
import { accountsProjection } from './accounts.projection.js';

/** Tells this process whose sessions have ended: at start from the read model, then from the log. */
@Injectable()
export class SessionEnds {
  constructor(
    private readonly sessions: Sessions,
    private readonly reads: Reads,
    projector: Projector,
  ) {
    projector.onBatch((events) => {
      for (const { category, id, data } of events) {
        if (category !== 'account' || !('tokenVersion' in data) || typeof data.tokenVersion !== 'number') continue;
        sessions.raise(id, data.tokenVersion);
      }
    });
  }

  /** What the log said before the read model's checkpoint is not told again; call it before anyone is let in. */
  async load(): Promise<void> {
    const ended = await this.reads.find(accountsProjection, { where: { tokenVersion: { gt: 0 } } });
    for (const { accountId, tokenVersion } of ended) this.sessions.raise(accountId, tokenVersion);
  }
}
