import { isHere } from './production.js';
import type { Check, Text } from './setting-checks.js';

/** Where pictures lie instead of in the data directory: a bucket of a store that speaks S3's protocol. */
export interface BucketSettings {
  bucket: string;
  /** begins the key of each picture: '' or ends with a slash */
  prefix: string;
  /** null: Amazon's own, of the region */
  endpoint: string | null;
  region: string;
  /** null: as the SDK finds them, in the environment or the role of the machine */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[\w.-]+\/)*$/;
const WANTED = 'must be s3://bucket/prefix?endpoint=https://...&region=..., without a user';

/** @param mayBeClear whether what is asked of it may leave the machine unencrypted */
export function readBucket(text: Text, check: Check, mayBeClear: boolean): BucketSettings | null {
  const [address, key, secret] = [text('PICTURES_URL'), text('PICTURES_KEY'), text('PICTURES_SECRET')];
  check('PICTURES_SECRET', key === null || secret !== null, 'is required with PICTURES_KEY');
  check('PICTURES_KEY', secret === null || key !== null, 'is required with PICTURES_SECRET');
  check('PICTURES_URL', key === null || address !== null, 'is required with PICTURES_KEY');
  if (address === null) return null;
  const settings = bucketIn(address);
  check('PICTURES_URL', settings !== null, WANTED);
  if (settings === null) return null;
  const { endpoint } = settings;
  const isSafe = endpoint === null || endpoint.startsWith('https:') || mayBeClear || isHere(endpoint);
  const unless = 'with NODE_ENV=production, unless ALLOW_INSECURE names stores';
  check('PICTURES_URL', isSafe, `must name an endpoint that begins with https:// ${unless}`);
  return { ...settings, credentials: key && secret ? { accessKeyId: key, secretAccessKey: secret } : null };
}

function bucketIn(address: string): Omit<BucketSettings, 'credentials'> | null {
  if (!URL.canParse(address)) return null;
  const { protocol, username, password, port, hostname, pathname, hash, searchParams } = new URL(address);
  if (protocol !== 's3:' || username || password || port || hash || !BUCKET.test(hostname)) return null;
  if ([...searchParams.keys()].some((name) => name !== 'endpoint' && name !== 'region')) return null;
  const path = pathname.replace(/^\//, '');
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
  const endpoint = searchParams.get('endpoint');
  const isEndpoint = endpoint === null || (URL.canParse(endpoint) && isBare(new URL(endpoint)));
  if (!PREFIX.test(prefix) || !isEndpoint) return null;
  return { bucket: hostname, prefix, endpoint, region: searchParams.get('region') ?? 'us-east-1' };
}

const isBare = ({ protocol, username, password, search }: URL) =>
  /^https?:$/.test(protocol) && username === '' && password === '' && search === '';
