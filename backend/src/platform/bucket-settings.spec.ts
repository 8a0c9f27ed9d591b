import { readBucket } from './bucket-settings.js';

const KEYS = { PICTURES_KEY: 'AKID', PICTURES_SECRET: 'hush' };

function read(env: Record<string, string>, mayBeClear = true) {
  const problems: string[] = [];
  const check = (name: string, isFine: boolean, wanted: string) => void (isFine || problems.push(`${name} ${wanted}`));
  const settings = readBucket((name) => env[name] ?? null, check, mayBeClear);
  return { settings, problems };
}

describe('the settings of a bucket for pictures', () => {
  it('are none by default: pictures lie in the data directory', () => {
    expect(read({})).toEqual({ settings: null, problems: [] });
  });

  it('name the bucket, where its keys begin, the store and its region', () => {
    const endpoint = 'https://s3.example.org';
    const PICTURES_URL = `s3://shop-pictures/drops/2026?endpoint=${endpoint}&region=eu-central-1`;
    const credentials = { accessKeyId: 'AKID', secretAccessKey: 'hush' };
    const settings = { bucket: 'shop-pictures', prefix: 'drops/2026/', endpoint, region: 'eu-central-1', credentials };
    expect(read({ PICTURES_URL, ...KEYS })).toEqual({ settings, problems: [] });
  });

  it("name Amazon's own store alone, with the machine's own role", () => {
    const settings = { bucket: 'pictures', prefix: '', endpoint: null, region: 'us-east-1', credentials: null };
    expect(read({ PICTURES_URL: 's3://pictures' })).toEqual({ settings, problems: [] });
  });

  it.each([
    [{ PICTURES_URL: 'https://pictures.example.org' }, 'PICTURES_URL'],
    [{ PICTURES_URL: 's3://AKID:hush@pictures' }, 'PICTURES_URL'],
    [{ PICTURES_URL: 's3://Pictures_of_Shop' }, 'PICTURES_URL'],
    [{ PICTURES_URL: 's3://pictures/%2f..%2fother' }, 'PICTURES_URL'],
    [{ PICTURES_URL: 's3://pictures?endpoint=ftp://s3.example.org' }, 'PICTURES_URL'],
    [{ PICTURES_URL: 's3://pictures?endpoint=https://AKID:hush@s3.example.org' }, 'PICTURES_URL'],
    [{ PICTURES_URL: 's3://pictures?secret=hush' }, 'PICTURES_URL'],
    [{ PICTURES_URL: 's3://pictures', PICTURES_KEY: 'AKID' }, 'PICTURES_SECRET'],
    [{ PICTURES_URL: 's3://pictures', PICTURES_SECRET: 'hush' }, 'PICTURES_KEY'],
    [KEYS, 'PICTURES_URL'],
  ])('that are wrong are named, and never said: %j', (env, name) => {
    const { problems } = read(env);
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} (must|is required)`))]);
    expect(problems.join()).not.toContain('hush');
  });

  it('send nothing in the clear that leaves the machine, where that is asked for', () => {
    expect(read({ PICTURES_URL: 's3://pictures?endpoint=http://s3.example.org' }, false).problems).toHaveLength(1);
    expect(read({ PICTURES_URL: 's3://pictures?endpoint=http://127.0.0.1:9000' }, false).problems).toEqual([]);
  });
});
