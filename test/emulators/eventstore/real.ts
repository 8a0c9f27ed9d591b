import { dockerAnswers } from '../../support/docker.js';

interface RealEventStore {
  name: string;
  /** why it is not available here */
  missing?: string;
  start(): Promise<{ url: string; stop(): Promise<unknown> }>;
}

/** Up to 24.10 settings begin with EVENTSTORE_. */
const IMAGES = [
  { image: 'kurrentplatform/kurrentdb:26.0.2', prefix: 'KURRENTDB' },
  { image: 'eventstore/eventstore:24.10', prefix: 'EVENTSTORE' },
];

/** The server of EVENTSTORE_URL, or one container per supported version. */
export async function realEventStores(): Promise<RealEventStore[]> {
  const url = process.env.EVENTSTORE_URL;
  if (url) return [{ name: 'EventStoreDB (EVENTSTORE_URL)', start: async () => ({ url, stop: async () => {} }) }];
  if (await dockerAnswers())
    return IMAGES.map(({ image, prefix }) => ({ name: image, start: () => run(image, prefix) }));
  const missing = 'skipped: EVENTSTORE_URL is not set and no Docker daemon answers';
  process.stderr.write(`The event log's contract on a real EventStoreDB: ${missing}\n`);
  return [{ name: 'EventStoreDB (real)', missing, start: () => Promise.reject(new Error(missing)) }];
}

async function run(image: string, prefix: string) {
  const { GenericContainer, Wait } = await import('testcontainers');
  const settings = { CLUSTER_SIZE: '1', NODE_PORT: '2113', INSECURE: 'true', MEM_DB: 'true', RUN_PROJECTIONS: 'None' };
  const environment = Object.entries(settings).map(([name, value]) => [`${prefix}_${name}`, value]);
  const container = await new GenericContainer(image)
    .withEnvironment(Object.fromEntries(environment))
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCodeMatching((code) => code < 300))
    .withStartupTimeout(180_000)
    .start();
  const url = `esdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`;
  return { url, stop: () => container.stop() };
}
