import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PageHead, withHead } from './page-head.js';
import { isBelow, pathOf } from './sites.js';

export interface Spa {
  /** URL prefix with leading and trailing slash */
  prefix: string;
  root: string;
}

export interface Pages extends Spa {
  head?(path: string, query: unknown): Promise<PageHead | null>;
  /** absent: for everybody */
  isServed?(request: FastifyRequest): boolean;
}

// Webmail and messengers embed our pictures in their own pages:
// https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Cross-Origin-Resource-Policy
const FOR_EVERYBODY = ['cross-origin-resource-policy', 'cross-origin'] as const;

export async function serveFiles(app: NestFastifyApplication, { prefix, root }: Spa): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  await fastify.register(fastifyStatic, {
    root,
    prefix,
    wildcard: false,
    index: false,
    decorateReply: false,
    maxAge: 3_600_000,
    setHeaders: (reply) => void reply.header(...FOR_EVERYBODY),
  });
}

export interface NamedByContent {
  prefix: string;
  typeOf(name: string): string | undefined;
  read(name: string): Promise<Buffer | undefined>;
}

export function serveNamedByContent(app: NestFastifyApplication, { prefix, typeOf, read }: NamedByContent): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get<{ Params: { '*': string } }>(`${prefix}*`, async (request, reply) => {
    const name = request.params['*'];
    const type = typeOf(name);
    if (type === undefined) return reply.callNotFound();
    const etag = `"${name}"`;
    const bytes = request.headers['if-none-match'] === etag ? null : await read(name);
    if (bytes === undefined) return reply.callNotFound();
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', etag)
      .header(...FOR_EVERYBODY);
    return bytes === null ? reply.status(304).send() : reply.type(type).send(bytes);
  });
}

function sendWritten({ headers }: FastifyRequest, reply: FastifyReply, status: number, page: string): FastifyReply {
  // Weak, because compression changes the bytes.
  const etag = `W/"${hash('sha256', page, 'base64url')}"`;
  reply.header('etag', etag).header('vary', 'accept-encoding');
  if (headers['if-none-match'] === etag) return reply.status(304).send();
  return reply.status(status).type('text/html').send(page);
}

const NO_FILE_OF_ITS_OWN = /\.(br|gz|map)$/;
/** It checks offline: opened here, the site's policy would stop its script. */
const DOWNLOAD = /\/verifier\.html(\.br|\.gz)?$/;
const HIDDEN = /(^|\/)\./;

function filesIn(root: string): ReadonlySet<string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  const names = files.map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/'));
  return new Set(names.filter((name) => !NO_FILE_OF_ITS_OWN.test(name) && !HIDDEN.test(name)));
}

/** Serves built single-page applications with history fallback; the most specific prefix comes first. */
export async function serveSpas(app: NestFastifyApplication, spas: Pages[], reserved: string[]): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  await fastify.register(fastifyStatic, {
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (DOWNLOAD.test(path)) reply.header('content-disposition', 'attachment');
    },
  });
  const built = spas.filter(({ root }) => existsSync(join(root, 'index.html')));
  for (const spa of built) serveSpa(fastify as unknown as FastifyInstance, spa, reserved);
}

function serveSpa(fastify: FastifyInstance, { prefix, root, head, isServed }: Pages, reserved: string[]): void {
  const files = filesIn(root);
  const html = readFileSync(join(root, 'index.html'), 'utf8');
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isServed?.(request) === false) return reply.callNotFound();
    const path = pathOf(request);
    const name = path.slice(prefix.length);
    if (files.has(name)) return reply.sendFile(name, root);
    // Not every dot marks a file: the tokens of signed links contain one.
    const isFile = /\.(js|css|map|svg|png|ico|woff2|json|txt|html)$/i.test(path);
    if (isFile || isBelow(path, reserved)) return reply.callNotFound();
    reply.header('cache-control', 'no-cache');
    // Without its stores the built page is sent unchanged; its script shows the error.
    const written = await head?.(path, request.query).catch(() => null);
    if (written) return sendWritten(request, reply, written.status, withHead(html, written));
    return reply.sendFile('index.html', root);
  };
  // A client that disconnects early is no server error.
  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.raw.destroy();
    else fastify.errorHandler(error, request, reply);
  };
  fastify.get(prefix, { errorHandler }, handler);
  fastify.get(`${prefix}*`, { errorHandler }, handler);
  if (prefix === '/') return;
  fastify.get(prefix.slice(0, -1), (request, reply) =>
    isServed?.(request) === false ? reply.callNotFound() : reply.redirect(prefix, 308),
  );
}
