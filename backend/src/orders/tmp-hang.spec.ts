import { jest } from '@jest/globals';
import { OrderServer } from './order-server.fixture.js';
jest.setTimeout(60_000);
it('stops', async () => {
  const server = await OrderServer.start();
  const { body } = await server.post('/register', { email: 'x@example.org', password: 'correct horse 7' }, null);
  const hang = new AbortController();
  const response = await fetch(`${server.server.url}/api/user/orders/stream`, { headers: { authorization: `Bearer ${body.token}` }, signal: hang.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  hang.abort();
  await reader?.read().catch(() => undefined);
  const t0 = Date.now();
  const { app, platform, partners } = server.server;
  await platform.dueWork.stop(2000);
  console.log('due', Date.now() - t0);
  const raw = app.getHttpServer();
  console.log('connections', await new Promise((r) => raw.getConnections((_: unknown, n: number) => r(n))));
  const closing = app.close().then(() => console.log('app', Date.now() - t0));
  await Promise.race([closing, new Promise((r) => setTimeout(r, 8000))]);
  console.log('connections', await new Promise((r) => raw.getConnections((_: unknown, n: number) => r(n))));
  // biome-ignore lint/suspicious/noExplicitAny: debug
  console.log((process as any).getActiveResourcesInfo());
  await closing;
  await platform.projector.stop();
  console.log('projector', Date.now() - t0);
  await partners.close();
  console.log('partners', Date.now() - t0);
});
