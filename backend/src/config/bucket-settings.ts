import type { Setting } from './setting-checks.js';

export interface BucketSettings {
  bucket: string;
  prefix: string;
  /** null: the AWS endpoint of the region */
  endpoint: string | null;
  region: string;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[\w.-]+\/)*$/;
export const readBucket: Omit<Setting<BucketSettings | null>, 'says'> = {
  initial: '',
  none: null,
  wanted: 'must be s3://bucket/prefix?endpoint=https://...&region=..., without a user',
  read: (text) => bucketIn(text) ?? undefined,
  isAddress: true,
};

function bucketIn(address: string): BucketSettings | null {
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
