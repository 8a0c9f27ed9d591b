import { unreachable } from '../../event-sourcing/decider.js';
import { projection } from '../../projections/projection.js';
import type { SessionEvent } from './session.js';

/** Times are ms UTC. */
export interface SessionDoc {
  sid: string;
  accountId: string;
  begun: { at: number; version: number } | null;
  usedAt: number | null;
  endedAt: number | null;
}

export const sessionsProjection = projection<SessionDoc, SessionEvent>({
  name: 'sessions',
  version: 1,
  indexes: [['accountId', 'usedAt'], ['usedAt'], ['endedAt']],
  categories: ['session'],
  idsOf: (event) => [event.id],
  evolve: (document, event) => {
    const { accountId } = event.data;
    const before = document ?? { sid: event.id, accountId, begun: null, usedAt: null, endedAt: null };
    switch (event.type) {
      case 'SessionBegun': {
        const { begunAt: at, version } = event.data;
        return { ...before, begun: { at, version }, usedAt: at };
      }
      case 'SessionUsed':
        return { ...before, usedAt: event.data.usedAt };
      case 'SessionEnded':
        return { ...before, endedAt: event.at };
      default:
        return unreachable(event);
    }
  },
});
