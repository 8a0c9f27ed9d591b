import type { Lock } from '../../projections/locked-streams.js';
import type { StreamChecks } from '../../projections/stream-checks.js';
import type { DamageReason } from '../../stores/event-log/stream-integrity.js';
import { LogCondition } from './log-condition.js';

it.each<[DamageReason, string]>([
  ['hash', 'npm run audit -- accept order-1 1'],
  ['no-envelope', 'npm run audit -- accept order-1 1'],
  ['beginning', 'Remove $tb, $maxCount and $maxAge from'],
  ['gap', 'Remove $tb, $maxCount and $maxAge from'],
  ['deleted', 'Restore a backup'],
])('says of a stream that is locked what can be done about it: %s', (reason, todo) => {
  const passed = { previous: null, lockedAt: 1, acceptedAt: null, passed: 0 };
  const locks: Lock[] = [{ stream: 'order-1', revision: 1, reason, ...passed }];
  const foreign = { events: 0, streams: [], hasMore: false };
  const checks = { passedOver: () => ({ foreign, locks }) } as unknown as StreamChecks;
  expect(new LogCondition(checks).condition()).toMatchObject({ state: 'late', todo: expect.stringContaining(todo) });
});
