import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { fastify } from 'fastify';
import { openBareLog } from './bare-log.js';

/** The baseline: Fastify parses JSON, verifies the session's HS256, appends the body to LMDB and answers once that is durable. */
const { BARE_DIR: path = '', JWT_SECRET = '' } = process.env;
const key = createSecretKey(Buffer.from(JWT_SECRET));
const log = openBareLog(path);

function isSession(header: string | undefined): boolean {
  const [head, claims, signature = ''] = (header ?? '').slice('Bearer '.length).split('.');
  const expected = createHmac('sha256', key).update(`${head}.${claims}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const { exp } = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()) as { exp: number };
  return exp * 1_000 > Date.now();
}

const app = fastify();
app.get('/healthz', async () => ({ status: 'ok' }));
app.get('/cpu', async () => process.cpuUsage());
app.post('/api/checkout/withprofile', async (request, reply) => {
  if (!isSession(request.headers.authorization)) return reply.code(401).send({ success: false });
  return { success: true, position: await log.append(JSON.stringify(request.body)) };
});
console.log(`listens on ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
