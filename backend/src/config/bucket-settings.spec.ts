import { readBucket } from './bucket-settings.js';

const read = readBucket.read;

describe('the settings of a bucket for pictures', () => {
  it('name the bucket, where its keys begin, the store and its region', () => {
    const endpoint = 'https://s3.example.org';
    const address = `s3://shop-pictures/drops/2026?endpoint=${endpoint}&region=eu-central-1`;
    const settings = { bucket: 'shop-pictures', prefix: 'drops/2026/', endpoint, region: 'eu-central-1' };
    expect(read(address)).toEqual(settings);
  });

  it("name Amazon's own store alone", () => {
    expect(read('s3://pictures')).toEqual({ bucket: 'pictures', prefix: '', endpoint: null, region: 'us-east-1' });
  });

  it.each([
    'https://pictures.example.org',
    's3://AKID:hush@pictures',
    's3://Pictures_of_Shop',
    's3://pictures/%2f..%2fother',
    's3://pictures?endpoint=ftp://s3.example.org',
    's3://pictures?endpoint=https://AKID:hush@s3.example.org',
    's3://pictures?secret=hush',
  ])('are refused: %s', (address) => expect(read(address)).toBeUndefined());
});
