import { Injectable } from '@nestjs/common';
import { Sessions } from '../platform/auth/sessions.js';
import { Projector } from '../platform/projections/projector.js';

/** Tells this process whose sessions have ended, from the log: what other processes did, and at start everything so far. */
@Injectable()
export class SessionEnds {
  constructor(sessions: Sessions, projector: Projector) {
    projector.onBatch((events) => {
      for (const { category, id, data } of events) {
        if (category !== 'account' || !('tokenVersion' in data) || typeof data.tokenVersion !== 'number') continue;
        sessions.raise(id, data.tokenVersion);
      }
    });
  }
}
