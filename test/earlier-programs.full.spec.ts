import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order } from '@supreme-access/contract/api-types.js';
import { FORMAT } from '../backend/src/platform/format.js';
import { events } from '../backend/src/platform/log/event-log.fixture.js';
import { readInstallation } from '../backend/src/platform/log/installation.js';
import { openLmdbEventLog } from '../backend/src/platform/log/lmdb-event-log.js';
import { expectOk } from './support/api.js';
import { KeptInstallation } from './support/installation.js';
import { person } from './support/people.js';
import { ADMIN, ServerProcess } from './support/server-process.js';
import { PASSWORD, signIn } from './support/shopper.js';

describe('a data directory that another program has written', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'earlier-'));
    await new KeptInstallation('installation-format-1').restore(directory);
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));
  const format = () => readFile(join(directory, 'format'), 'utf8');
  async function onLog<T>(ask: (log: Awaited<ReturnType<typeof openLmdbEventLog>>) => Promise<T>): Promise<T> {
    const log = await openLmdbEventLog(join(directory, 'log'));
    try {
      return await ask(log);
    } finally {
      await log.close();
    }
  }

  it('is served as it stands, and is of this format from then on', async () => {
    const server = await ServerProcess.start({ WORK: 'off' }, directory);
    try {
      const ada = await signIn(server.anyone, person(0, 'old').email, PASSWORD);
      const [order] = await expectOk(ada.get<Order[]>('/api/user/orders'));
      expect(order).toMatchObject({ productTitle: 'Ferry Tote', status: 'success', price: 21.25 });
      const orders = await expectOk((await server.admin()).get<Order[]>('/api/admin/orders'));
      expect(new Set(orders.map(({ status }) => status))).toEqual(
        new Set(['pending', 'success', 'action_required', 'refund_pending', 'fail', 'withdrawn']),
      );
    } finally {
      await server.stop();
    }
    expect([await format(), (await onLog(readInstallation)).format]).toEqual([`${FORMAT}\n`, FORMAT]);
  });

  it('is refused in one sentence when that program is newer than this one', async () => {
    await onLog((log) =>
      log.append(
        'system-installation',
        0,
        events(1, { format: FORMAT + 1 }).map((event) => ({ ...event, type: 'LogFormatRaised' })),
      ),
    );
    const { email, password } = ADMIN;
    const refused = await ServerProcess.refusal({ DATA_DIR: directory, ADMIN_EMAIL: email, ADMIN_PASSWORD: password });
    const sentence = `The event log has format ${FORMAT + 1}; this program knows formats up to ${FORMAT}. Run a newer one.`;
    expect(refused).toEqual({ code: 1, text: `Supreme Access did not start:\n${sentence}` });
    expect(await format()).toBe('1\n');
  });
});
