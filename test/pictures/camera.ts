import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { ROOT } from '../support/root.js';
import { fileOf, LIGHTEST, STATES, type StateName } from './states.js';

const DIRECTORY = join(ROOT, 'docs/pictures/states');
/** the sizes of the palette, largest first */
const COLOURS = [64, 32, 16];

/** Whether all images in the window have loaded or failed. Runs in the page. */
const allSeen = () =>
  [...document.images].every((image) => {
    const { bottom, top, width } = image.getBoundingClientRect();
    return image.complete || width === 0 || bottom < 0 || top > innerHeight;
  });

/** Takes the screenshots in the schemes of the table, and compresses them. */
export class Camera {
  readonly taken = new Set<StateName>();

  constructor(private readonly wanted: readonly string[]) {}

  /** No names mean all. */
  wants(names: readonly StateName[]): boolean {
    return this.wanted.length === 0 || names.some((name) => this.wanted.some((part) => name.startsWith(part)));
  }

  /** `see`: the element to scroll to. */
  async take(name: StateName, page: Page, see?: Locator): Promise<void> {
    await mkdir(DIRECTORY, { recursive: true });
    await page.evaluate('document.fonts.ready');
    for (const scheme of STATES[name].schemes) {
      await page.emulateMedia({ colorScheme: scheme });
      await see?.first().evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await page.waitForFunction(allSeen);
      const picture = await small(await page.screenshot({ animations: 'disabled' }));
      await writeFile(join(DIRECTORY, fileOf(name, scheme)), picture);
      const note = picture.length > LIGHTEST ? ': TOO HEAVY' : '';
      console.log(`> ${fileOf(name, scheme)}, ${Math.round(picture.length / 1_000)} kB${note}`);
    }
    this.taken.add(name);
  }
}

async function small(screenshot: Buffer): Promise<Buffer> {
  let picture = screenshot;
  for (const colours of COLOURS) {
    picture = await sharp(screenshot).png({ palette: true, colours, effort: 10, dither: 0 }).toBuffer();
    if (picture.length <= LIGHTEST) break;
  }
  return picture;
}
