import { LaggingServer } from '@supreme-access/test/fixtures/lagging-server.js';
import { Checkouts } from './checkouts.js';
import { START_RELEASE } from './release.jobs.js';
import { StartReleases } from './start-release.worker.js';

const HOUR = 3_600_000;

describe('a release while the read models are two seconds behind', () => {
  let lagging: LaggingServer;
  beforeAll(async () => {
    lagging = await LaggingServer.start();
  });
  afterAll(() => lagging?.stop());

  it('begins its attempts at once, and each names the start as its cause', async () => {
    const { server } = lagging;
    const { app, platform } = server.server;
    const [id, orderId] = await lagging.shown(async () => {
      const productId = await server.drop({ releaseAt: new Date(Date.now() + HOUR).toISOString() });
      return [productId, await lagging.reserved(await server.shopper(), { productId })] as const;
    });
    const checkouts = app.get(Checkouts);
    const step = checkouts.step.bind(checkouts);
    const begun = new Promise<number>((resolve, reject) => {
      checkouts.step = async (...args) => {
        const folded = platform.projector.position;
        const stepped = step(...args);
        stepped.then(() => resolve(folded), reject);
        return stepped;
      };
    });
    server.clock.ahead = HOUR;
    const work = { kind: START_RELEASE, id, dueAt: 0, attempt: 0, cause: 'e-1' };
    const started = await app.get(StartReleases).work(work);
    expect(await begun).toBeLessThan(started ?? 0);
    const [drop, ordered] = await Promise.all([read(`product-${id}`), read(`order-${orderId}`)]);
    const start = drop.find(({ type }) => type === 'ReleaseStarted');
    const attempt = ordered.find(({ type }) => type === 'CheckoutStarted');
    expect(attempt?.metadata.causationId).toBe(start?.metadata.commandId);

    async function read(stream: string) {
      const events = [];
      for await (const event of platform.log.readStream(stream)) events.push(event);
      return events;
    }
  });
});
