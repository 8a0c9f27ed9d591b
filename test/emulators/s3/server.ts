import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Faults } from '../faults.js';

/** `503`: asks to slow down; `cut`: half of an answer; `lost`: executed without an answer */
type Fault = '503' | 'cut' | 'lost';

interface Kept {
  bytes: Buffer;
  type: string;
  cacheControl: string;
}

/** PUT, GET and HEAD of objects with path-style addresses: https://docs.aws.amazon.com/AmazonS3/latest/API/ */
export class S3Emulator {
  readonly faults = new Faults<Fault>();
  /** by `/bucket/key` */
  readonly objects = new Map<string, Kept>();
  /** method and path of each request */
  readonly requests: string[] = [];
  private readonly server = createServer((request, response) => void this.answer(request, response));

  /** `key`: the only accepted access key */
  constructor(private readonly key: string) {}

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?');
    const bytes = await buffer(request);
    this.requests.push(`${request.method} ${path}`);
    const { authorization = '', 'x-amz-content-sha256': sha256 = '' } = request.headers;
    if (!authorization.startsWith(`AWS4-HMAC-SHA256 Credential=${this.key}/`))
      return refuse(response, 403, 'AccessDenied');
    if (this.faults.draw('503')) return refuse(response, 503, 'SlowDown');
    if (request.method === 'PUT') {
      const isWhole = sha256 === createHash('sha256').update(bytes).digest('hex');
      if (!isWhole) return refuse(response, 400, 'XAmzContentSHA256Mismatch');
      const { 'content-type': type = '', 'cache-control': cacheControl = '' } = request.headers;
      this.objects.set(path, { bytes, type, cacheControl });
      if (this.faults.draw('lost')) return void response.destroy();
      response.writeHead(200, { etag: '"0"' }).end();
      return;
    }
    const kept = this.objects.get(path);
    if (!kept) return refuse(response, 404, 'NoSuchKey');
    response.writeHead(200, { 'content-type': kept.type, 'content-length': kept.bytes.length });
    if (request.method === 'HEAD') return void response.end();
    if (!this.faults.draw('cut')) return void response.end(kept.bytes);
    response.write(kept.bytes.subarray(0, kept.bytes.length / 2), () => response.destroy());
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
