import { randomUUID } from 'node:crypto';
import { S3StandIn } from '@supreme-access/test/standins/s3/server.js';
import { type BucketSettings, readBucket } from '../platform/bucket-settings.js';
import { StoreUnavailable } from '../platform/store-unavailable.js';
import { newPicture, picturesContract } from './pictures.contract.js';
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

picturesContract('a bucket, on the stand-in', async () => {
  const standIn = new S3StandIn(KEY);
  return { pictures: opened(await standIn.start()), close: () => standIn.stop() };
});

const real = process.env.PICTURES_URL ? readBucket.read(process.env.PICTURES_URL) : null;
if (!real) {
  it.skip('pictures: a bucket of a real store (PICTURES_URL is not set)', () => {});
} else {
  const own = { ...real, prefix: `${real.prefix}test-${randomUUID()}/` };
  picturesContract('a bucket of a real store', async () => ({ pictures: new S3Pictures(own), close: async () => {} }));
}

describe('pictures in a bucket', () => {
  const standIn = new S3StandIn(KEY);
  const { name, bytes } = newPicture();
  let url = '';
  let pictures: S3Pictures;
  beforeAll(async () => {
    url = await standIn.start();
    pictures = opened(url);
    await pictures.keep(name, bytes);
  });
  afterAll(() => standIn.stop());

  it('lie below the prefix, with their type, and say that they never change', () => {
    const { type, cacheControl } = standIn.objects.get(`/shop-pictures/drops/${name}`) ?? {};
    expect([type, cacheControl]).toEqual(['image/webp', 'public, max-age=31536000, immutable']);
  });

  it('are asked for again where the store asks to slow down, cuts its answer, or never answers', async () => {
    const other = newPicture();
    standIn.faults.next('503', 2);
    expect(await pictures.read(name)).toEqual(bytes);
    standIn.faults.next('cut', 2);
    expect(await pictures.read(name)).toEqual(bytes);
    standIn.faults.next('lost');
    await pictures.keep(other.name, other.bytes);
    expect(await pictures.read(other.name)).toEqual(other.bytes);
    expect([standIn.faults.counts['503'], standIn.faults.counts.cut, standIn.faults.counts.lost]).toEqual([2, 2, 1]);
  });

  it('are unavailable, never absent, while the store goes on like that', async () => {
    standIn.faults.next('503', 3);
    await expect(pictures.has(name)).rejects.toThrow(StoreUnavailable);
    standIn.faults.next('cut', 3);
    await expect(pictures.read(name)).rejects.toThrow(StoreUnavailable);
    standIn.faults.next('503', 3);
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
