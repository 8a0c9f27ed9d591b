import { randomUUID } from 'node:crypto';
import { newPicture, picturesContract } from '@supreme-access/test/contracts/pictures.contract.js';
import { S3Emulator } from '@supreme-access/test/emulators/s3/server.js';
import { type BucketSettings, readBucket } from '../../config/bucket-settings.js';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import { S3Pictures } from './s3-pictures.js';

const KEY = 'AKIDSTANDIN';
const settings = (endpoint: string): BucketSettings => ({
  bucket: 'shop-pictures',
  prefix: 'drops/',
  endpoint,
  region: 'eu-central-1',
});
const opened = (endpoint: string, accessKeyId = KEY) =>
  new S3Pictures(settings(endpoint), { accessKeyId, secretAccessKey: 'not-told-to-anyone' });

picturesContract('a bucket, on the emulator', async () => {
  const emulator = new S3Emulator(KEY);
  return { pictures: opened(await emulator.start()), close: () => emulator.stop() };
});

const real = process.env.PICTURES_URL ? readBucket.read(process.env.PICTURES_URL) : null;
if (!real) {
  it.skip('pictures: a bucket of a real store (PICTURES_URL is not set)', () => {});
} else {
  const own = { ...real, prefix: `${real.prefix}test-${randomUUID()}/` };
  picturesContract('a bucket of a real store', async () => ({ pictures: new S3Pictures(own), close: async () => {} }));
}

describe('pictures in a bucket', () => {
  const emulator = new S3Emulator(KEY);
  const { name, bytes } = newPicture();
  let url = '';
  let pictures: S3Pictures;
  beforeAll(async () => {
    url = await emulator.start();
    pictures = opened(url);
    await pictures.keep(name, bytes);
  });
  afterAll(() => emulator.stop());

  it('lie below the prefix, with their type, and say that they never change', () => {
    const { type, cacheControl } = emulator.objects.get(`/shop-pictures/drops/${name}`) ?? {};
    expect([type, cacheControl]).toEqual(['image/webp', 'public, max-age=31536000, immutable']);
  });

  it('are asked for again where the store asks to slow down, cuts its answer, or never answers', async () => {
    const other = newPicture();
    emulator.faults.next('503', 2);
    expect(await pictures.read(name)).toEqual(bytes);
    emulator.faults.next('cut', 2);
    expect(await pictures.read(name)).toEqual(bytes);
    emulator.faults.next('lost');
    await pictures.keep(other.name, other.bytes);
    expect(await pictures.read(other.name)).toEqual(other.bytes);
    expect([emulator.faults.counts['503'], emulator.faults.counts.cut, emulator.faults.counts.lost]).toEqual([2, 2, 1]);
  });

  it('are unavailable, never absent, while the store goes on like that', async () => {
    emulator.faults.next('503', 3);
    await expect(pictures.has(name)).rejects.toThrow(StoreUnavailable);
    emulator.faults.next('cut', 3);
    await expect(pictures.read(name)).rejects.toThrow(StoreUnavailable);
    emulator.faults.next('503', 3);
    await expect(pictures.keep(name, bytes)).rejects.toThrow(StoreUnavailable);
    expect(await pictures.has(name)).toBe(true);
  });

  it('are unavailable to whoever has another key, and nothing that is said of it holds the secret', async () => {
    const stranger = opened(url, 'AKIDSTRANGER');
    const refused: unknown = await stranger.read(name).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreUnavailable);
    const { stack, cause } = refused as Error;
    expect(`${stack} ${(cause as Error).stack} ${JSON.stringify(cause)}`).not.toContain('not-told-to-anyone');
  });
});
