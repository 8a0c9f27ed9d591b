import type { KeyObject } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { PRODUCT_HEADER, productNamedBy } from '@supreme-access/contract/product-header.js';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../config/network.js';
import type { ActorKind, CommandMetadata } from '../event-sourcing/decider.js';
import { Refused } from '../event-sourcing/decider.js';
import { canonicalJson, commandIdFrom, randomId, requestHash } from '../event-sourcing/ids.js';
import { RequestContext, Session } from '../event-sourcing/requester.js';

declare module 'fastify' {
  interface FastifyRequest {
    session?: Session;
    /** log position of this request's last durable effect */
    settledAt?: number;
    rows?: string;
    rawBody?: Buffer;
  }
  interface FastifyInstance {
    requestSecret: KeyObject;
  }
}

export const Context = createParamDecorator((_: unknown, context: ExecutionContext): RequestContext => {
  return requestContextOf(context.switchToHttp().getRequest<FastifyRequest>());
});

export const SignedIn = createParamDecorator((_: unknown, context: ExecutionContext): Session => {
  const { session } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!session) throw new Refused('unauthorized', 'unauthorized', 'Please log in.');
  return session;
});

const PRODUCT = PRODUCT_HEADER.toLowerCase();
const KEY = /^[\x21-\x7e]{1,255}$/;

export function requestContextOf(request: FastifyRequest, session = request.session ?? null): RequestContext {
  const header = request.headers['idempotency-key'];
  if (header !== undefined && (typeof header !== 'string' || !KEY.test(header))) {
    throw new Refused('idempotency-key-invalid', 'invalid', 'The Idempotency-Key must be 1 to 255 visible characters.');
  }
  assertProduct(request);
  // This runs for every request and refuses deep nesting.
  const body = canonicalJson(request.body ?? null);
  return {
    metadata: {
      actor: actorOf(session),
      ...(header === undefined
        ? { commandId: randomId(), requestHash: '' }
        : repeatable(request, session, body, header)),
      correlationId: request.id,
      client: networkOf(request.ip),
      settled: (position) => {
        request.settledAt = Math.max(request.settledAt ?? 0, position);
      },
    },
    keyed: header !== undefined,
    session,
  };
}

/** A mismatch would route the command to another product's queue. */
function assertProduct({ headers, body }: FastifyRequest): void {
  const said = headers[PRODUCT];
  if (said === undefined) return;
  const named = productNamedBy(body);
  if (named === undefined || said === named) return;
  throw new Refused('product-mismatch', 'invalid', `${PRODUCT_HEADER} must be the productId of the body.`);
}

function repeatable(
  request: FastifyRequest,
  session: Session | null,
  body: string,
  key: string,
): Pick<CommandMetadata, 'commandId' | 'requestHash'> {
  const { requestSecret } = request.server;
  const route = `${request.method} ${request.routeOptions.url ?? request.url}`;
  // Guests have no id: the body separates two strangers who send the same key.
  const scope = session?.accountId ?? `anonymous:${requestHash(requestSecret, body)}`;
  return {
    commandId: commandIdFrom(scope, route, key),
    requestHash: requestHash(requestSecret, `${JSON.stringify(request.params ?? null)} ${body}`),
  };
}

export function actorOf(session: Session | null): { kind: ActorKind; id: string } {
  if (!session) return { kind: 'guest', id: 'guest' };
  const kind = session.roles.includes('admin') ? 'admin' : session.roles.includes('auditor') ? 'auditor' : 'shopper';
  return { kind, id: session.accountId };
}
