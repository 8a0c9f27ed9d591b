import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { built } from '../support/built.js';
import { freePort } from '../support/free-port.js';
import type { Camera } from './camera.js';
import type { Environment } from './environment.js';

/** The guided first minute, on a server of this process: no other gives its link away but to a terminal. */
export async function firstMinute({ browser }: Environment, camera: Camera): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'states-minute-'));
  const { readConfig } = await built<typeof import('../../backend/src/config/config.js')>('config/config.js');
  const { startServer } = await built<typeof import('../../backend/src/server/server.js')>('server/server.js');
  const { firstSteps } = await built<typeof import('../../backend/src/server/first-steps.js')>('server/first-steps.js');
  const { FirstMinute } = await built<typeof import('../../backend/src/server/first-minute/first-minute.js')>(
    'server/first-minute/first-minute.js',
  );
  const config = readConfig({ DATA_DIR: directory, PORT: String(await freePort()), LOG_LEVEL: 'silent', SEED: 'demo' });
  const server = await startServer(config, { firstSteps: (app) => firstSteps(app, () => undefined) });
  try {
    await server.ready;
    await server.work();
    const viewport = { width: 1280, height: 1000 };
    const context = await browser.newContext({
      viewport,
      locale: 'en-US',
      reducedMotion: 'reduce',
      baseURL: server.url,
    });
    const page = await context.newPage();
    await page.goto(String(await server.app.get(FirstMinute).open(server.app)));
    await walk(page, camera);
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function walk(page: Page, camera: Camera): Promise<void> {
  await page.getByText('EmailClaimed').first().waitFor();
  await camera.take('minute-start', page);
  await page.getByRole('button', { name: 'Start a Drop of 20 Seconds' }).click();
  await page.getByRole('button', { name: 'Secure Now' }).click();
  await page.getByRole('article').waitFor();
  await page.getByText('Never oversold: 36 of 36 slots.').waitFor();
  await camera.take('minute-drop', page, page.getByRole('region', { name: 'The board' }));
  await page.getByRole('button', { name: 'Change One Byte' }).click();
  const found = page.getByText('the hash does not fit the event');
  await found.waitFor();
  await camera.take('minute-damage', page, found);
}
