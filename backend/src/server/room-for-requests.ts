import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CHANGES_NOTHING } from '../auth/limited.js';
import type { LogWatch } from '../event-sourcing/log-watch.js';
import { pathOf } from '../http/sites.js';
import type { StorageRoom } from '../stores/storage-room.js';

const ADMITTED = /^\/api\/(?:webhooks\/.+|inbound\/.+|user\/erase|admin\/(?:accounts|orders)\/[^/]+\/erase)$/;
const SIGNED_LINK = /^\/api\/actions\/[^/]+$/;

/** Refuses writes before any store is touched, while the disk is nearly full or the log is replaced. */
export function refuseWithoutRoom(
  fastify: FastifyInstance,
  storage: StorageRoom,
  watch: Pick<LogWatch, 'assertOurs'>,
): void {
  fastify.addHook('preHandler', (request, _, done) => {
    if (CHANGES_NOTHING.includes(request.method)) return done();
    watch.assertOurs();
    if (!isAdmitted(request)) storage.assertEnough();
    done();
  });
}

function isAdmitted(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const body = request.body as { action?: unknown } | null | undefined;
  return ADMITTED.test(path) || (SIGNED_LINK.test(path) && body?.action === 'erase');
}
