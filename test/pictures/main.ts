import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { ROOT } from '../support/root.js';
import { Camera } from './camera.js';
import { describeStates } from './describe.js';
import { Environment } from './environment.js';
import { SCENES } from './scenes.js';
import { AREAS, STATES, type StateName } from './states.js';

/** Takes the pictures whose names begin with one of the words, or all, and writes docs/states.md. */
async function main(wanted: readonly string[]): Promise<void> {
  const unknown = wanted.filter((part) => !Object.keys(STATES).some((name) => name.startsWith(part)));
  if (unknown.length > 0) {
    console.error(`No state has a name that begins with ${unknown.join(' or ')}.`);
    process.exit(1);
  }
  const browser = await openBrowser();
  const camera = new Camera(wanted);
  const failed: string[] = [];
  try {
    for (const [area, play] of Object.entries(SCENES)) {
      const names = Object.keys(AREAS[area as keyof typeof AREAS]) as StateName[];
      if (!camera.wants(names)) continue;
      const env = await Environment.open(browser);
      try {
        await play(env, camera);
      } catch (error) {
        failed.push(`${area}: ${error instanceof Error ? error.stack : error}`);
        await lookAtThem(browser, failed);
      } finally {
        await env.close();
        for (const context of browser.contexts()) await context.close();
      }
      failed.push(...names.filter((name) => !camera.taken.has(name)).map((name) => `no picture of ${name}`));
    }
  } finally {
    await browser.close();
  }
  await writeFile(join(ROOT, 'docs/states.md'), describeStates());
  for (const one of failed) console.error(one);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

/** Saves what the pages showed at a failure. */
async function lookAtThem(browser: Browser, failed: string[]): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const page of pages) {
    const path = join(tmpdir(), `states-failed-${failed.length}.png`);
    await page.screenshot({ path }).catch(() => undefined);
    failed.push(`  ${page.url()} looked like ${path}`);
  }
}

await main(process.argv.slice(2));
