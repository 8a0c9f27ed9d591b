import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CHANGES_NOTHING } from '../auth/limited.js';
import type { LogWatch } from '../event-sourcing/log-watch.js';
import { pathOf } from '../http/sites.js';
import type { StorageRoom } from '../stores/storage-room.js';

/** what others tell us of what has happened, and erasures */
const ADMITTED = /^\/api\/(?:webhooks\/.+|inbound\/.+|user\/erase|admin\/(?:accounts|orders)\/[^/]+\/erase)$/;
const SIGNED_LINK = /^\/api\/actions\/[^/]+$/;

/**
 * Refuses whatever would change something, before any store is touched, while the disk is nearly full, and all of it once the log is
 * another one.
 */
export function refuseWithoutRoom(
  fastify: FastifyInstance,
  storage: StorageRoom,
  watch: Pick<LogWatch, 'assertOurs'>,
): void {
  fastify.addHook('preHandler', async (request) => {
    if (CHANGES_NOTHING.includes(request.method)) return;
    watch.assertOurs();
    if (!isAdmitted(request)) storage.assertEnough();
  });
}

function isAdmitted(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const body = request.body as { action?: unknown } | null | undefined;
  return ADMITTED.test(path) || (SIGNED_LINK.test(path) && body?.action === 'erase');
}
