import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config/config.js';
import { securityHeaders } from './security-headers.js';

const CANNOT_BE_READ = { status: 400, error: 'The request could not be read.', code: 'invalid' };
/** Node's error codes: https://nodejs.org/api/http.html#event-clienterror */
const GIVEN_UP: Readonly<Record<string, typeof CANNOT_BE_READ>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'The request took too long.', code: 'too-slow' },
  HPE_HEADER_OVERFLOW: { status: 431, error: 'The request is too large.', code: 'too-large' },
};

export async function answersToUnreadable({ publicUrl }: Config) {
  const headers = {
    ...(await securityHeaders({ isTls: publicUrl.startsWith('https:') })),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  };
  const said = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    frameworkErrors(_error: unknown, _request: unknown, reply: FastifyReply): void {
      const refusal = { success: false, error: 'This address cannot be read.', code: 'invalid' };
      void reply.status(400).headers(headers).send(refusal);
    },
    clientErrorHandler(
      error: Error & { code?: string },
      socket: Socket & { _httpMessage?: ServerResponse | null },
    ): void {
      const { status, ...refusal } = GIVEN_UP[error.code ?? ''] ?? CANNOT_BE_READ;
      const isAnswered = socket._httpMessage?.headersSent === true;
      if (error.code !== 'ECONNRESET' && socket.writable && !isAnswered) {
        const body = JSON.stringify({ success: false, ...refusal });
        const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${said.join('')}`;
        socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`);
      }
      socket.destroy(error);
    },
  };
}
