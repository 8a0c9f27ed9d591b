import { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { BucketSettings } from '../../config/bucket-settings.js';
import { readBounded } from '../../http/outgoing/bounded.js';
import { timeLeft } from '../../telemetry/request-context.js';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import { PICTURE_NAME, Pictures, typeOf } from './pictures.js';

/** ms: for the connection, and for the whole answer */
const CONNECTED = 3_000;
const ANSWERED = 15_000;
/** bytes; uploads have at most 10 MiB */
const ANSWER_LIMIT = 16 * 1024 * 1024;
const TRIES = 3;

export class S3Pictures extends Pictures {
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly prefix: string;

  /** `credentials`: when absent, the SDK reads the environment or the machine's role */
  constructor({ bucket, prefix, endpoint, region }: BucketSettings, credentials?: S3ClientConfig['credentials']) {
    super();
    this.bucket = bucket;
    this.prefix = prefix;
    this.client = new S3Client({
      region,
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      ...(credentials && { credentials }),
      maxAttempts: TRIES,
      requestHandler: { connectionTimeout: CONNECTED, requestTimeout: ANSWERED },
      // Many reject checksums in trailers: https://docs.aws.amazon.com/sdkref/latest/guide/feature-dataintegrity.html
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    // The SDK's signal and timeouts cover only the headers, so the body is read here.
    this.client.middlewareStack.add(
      (next) => async (args) => {
        const answered = await next(args);
        const { response } = answered as { response: { body?: unknown } };
        if (response.body instanceof Readable) {
          const bytes = await readBounded(response.body, ANSWER_LIMIT, ANSWERED);
          response.body = Readable.from([bytes], { objectMode: false });
        }
        return answered;
      },
      { step: 'deserialize', priority: 'low', name: 'boundedAnswers' },
    );
  }

  async keep(name: string, bytes: Buffer): Promise<void> {
    const about = { ContentType: typeOf(name), CacheControl: 'public, max-age=31536000, immutable' };
    try {
      await this.client.send(new PutObjectCommand({ ...this.at(name), ...about, Body: bytes }), deadline());
    } catch (cause) {
      throw new StoreUnavailable('a picture could not be kept', { cause });
    }
  }

  async has(name: string): Promise<boolean> {
    if (!PICTURE_NAME.test(name)) return false;
    try {
      await this.client.send(new HeadObjectCommand(this.at(name)), deadline());
      return true;
    } catch (cause) {
      if (isAbsent(cause)) return false;
      throw new StoreUnavailable('a picture could not be looked for', { cause });
    }
  }

  async read(name: string): Promise<Buffer | undefined> {
    if (!PICTURE_NAME.test(name)) return undefined;
    try {
      return await this.whole(name);
    } catch (cause) {
      if (isAbsent(cause)) return undefined;
      throw new StoreUnavailable('a picture could not be read', { cause });
    }
  }

  private async whole(name: string): Promise<Buffer> {
    const { Body, ContentLength } = await this.client.send(new GetObjectCommand(this.at(name)), deadline());
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    if (ContentLength !== undefined && bytes.length !== ContentLength) throw new Error('the answer was cut');
    return bytes;
  }

  private at(name: string) {
    return { Bucket: this.bucket, Key: `${this.prefix}${name}` };
  }
}

const deadline = () => ({ abortSignal: AbortSignal.timeout(timeLeft(ANSWERED)) });

function isAbsent(cause: unknown): boolean {
  return cause instanceof S3ServiceException && cause.$metadata.httpStatusCode === 404;
}
