import Stripe from 'stripe';
import { type Call, callsTo } from '../http/outgoing/http-calls.js';

/** bytes; a page of a list holds a hundred objects of some kB */
const ANSWER_LIMIT = 8 * 1024 * 1024;

/** Bounds each answer in bytes and in total time; the SDK's own timeout counts silence alone. https://github.com/stripe/stripe-node#configuration */
export function boundedClient(): Stripe.HttpClient {
  const calls = new Map<string, Call>();
  const to = (origin: string): Call => {
    const toOrigin = calls.get(origin) ?? callsTo(origin, ANSWER_LIMIT);
    calls.set(origin, toOrigin);
    return toOrigin;
  };
  const client: Pick<Stripe.HttpClient, 'getClientName' | 'makeRequest'> = {
    getClientName: () => 'node',
    makeRequest: async (host, port, path, method, headers, body, protocol, timeout) => {
      const call = to(`${protocol}://${host}:${port}`);
      const request = { method: method as 'GET' | 'POST' | 'DELETE', path, headers: textsOf(headers) };
      const signal = AbortSignal.timeout(timeout);
      const {
        status,
        headers: answerHeaders,
        text,
      } = await call({ ...request, ...(body ? { body } : {}), signal }).catch((error: unknown) => {
        throw signal.aborted ? Stripe.HttpClient.makeTimeoutError() : lost(error);
      });
      return {
        getStatusCode: () => status,
        getHeaders: () => answerHeaders,
        // The SDK writes to the returned object.
        getRawResponse: () => ({ statusCode: status, headers: answerHeaders }),
        toStream: () => {
          throw new Error('answers of Stripe are not streamed');
        },
        toJSON: async () => JSON.parse(text ?? ''),
      };
    },
  };
  return client;
}

function textsOf(headers: object): Record<string, string> {
  const given = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** The SDK repeats a request after ECONNRESET, which a closed keep-alive connection has to look like. */
function lost(error: unknown): unknown {
  const isClosed = error instanceof Error && 'code' in error && error.code === 'UND_ERR_SOCKET';
  return isClosed ? Object.assign(new Error(error.message, { cause: error }), { code: 'ECONNRESET' }) : error;
}
