import {
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  ForbiddenException,
  type INestApplication,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import {
  CUSTOM_ROUTE_ARGS_METADATA,
  HTTP_CODE_METADATA,
  ROUTE_ARGS_METADATA,
  RouteParamtypes,
} from '@nestjs/common/internal.js';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';

type Handler = (...given: unknown[]) => Promise<unknown>;
type Argument = (context: ExecutionContext) => unknown;

interface Direct {
  controller: Type<Record<string | symbol, Handler>>;
  method: string | symbol;
}

interface Parts {
  guards: readonly CanActivate[];
  bodies: PipeTransform;
  filter: ExceptionFilter;
}

interface Described {
  index: number;
  data?: unknown;
  factory?: (data: unknown, context: ExecutionContext) => unknown;
}

/**
 * A route of the rush: guards, arguments and handler run one after the other without the promises of Nest's router, a tenth of a
 * reservation. Its parameters are a body and what is made of the request alone; interceptors and pipes of its own are not run.
 */
export const Direct = (): MethodDecorator => (target, method, descriptor) =>
  RouteConfig({ direct: { controller: target.constructor, method } })(target, method, descriptor);

/** Call it before the routes are registered, and before any plugin whose hooks such answers do without. */
export function answerDirectly(app: INestApplication, fastify: FastifyInstance, parts: Parts): void {
  fastify.addHook('onRoute', (route) => {
    const { direct } = (route.config ?? {}) as { direct?: Direct };
    if (direct === undefined) return;
    route.handler = handlerOf(app.get(direct.controller, { strict: false }), direct, parts);
    // Its answers are shorter than what is worth compressing.
    route.compress = false;
  });
}

function handlerOf(
  controller: Record<string | symbol, Handler>,
  { controller: type, method }: Direct,
  { guards, bodies, filter }: Parts,
): RouteHandlerMethod {
  const handler = controller[method] as Handler;
  const status: number | undefined = Reflect.getMetadata(HTTP_CODE_METADATA, handler);
  if (status === undefined) throw new TypeError(`${type.name}.${String(method)} names no status`);
  const given = argumentsOf(type, method, bodies);
  const answer = async (context: ExecutionContext) => {
    for (const guard of guards) {
      const may = guard.canActivate(context);
      if (may !== true && !(await may)) throw new ForbiddenException();
    }
    const all = given(context);
    return await handler.apply(controller, all instanceof Promise ? await all : all);
  };
  return (request, reply) => {
    const context = contextOf(type, handler, request, reply);
    // Fastify answers for what the filter throws.
    return answer(context).then(
      (body) => void reply.status(status).send(body),
      (error: unknown) => void filter.catch(error, context),
    );
  };
}

/** What is made of the request comes before the body, so that its refusal is the one that is told. */
function argumentsOf(type: Direct['controller'], method: string | symbol, bodies: PipeTransform) {
  const described: Record<string, Described> = Reflect.getMetadata(ROUTE_ARGS_METADATA, type, method) ?? {};
  const types: Type[] = Reflect.getMetadata('design:paramtypes', type.prototype, method);
  const made: (readonly [number, Argument])[] = [];
  let body: readonly [number, Argument] | undefined;
  for (const [key, { index, data, factory }] of Object.entries(described)) {
    if (key.includes(CUSTOM_ROUTE_ARGS_METADATA)) {
      made.push([index, (context) => factory?.(data, context)]);
    } else if (key === `${RouteParamtypes.BODY}:${index}` && data === undefined) {
      const metadata = { type: 'body', metatype: types[index] as Type, data } as const;
      body = [index, (context) => bodies.transform(context.switchToHttp().getRequest().body, metadata)];
    } else throw new TypeError(`parameter ${index} of ${type.name}.${String(method)} needs Nest's router`);
  }
  made.sort(([one], [other]) => one - other);
  return (context: ExecutionContext): unknown[] | Promise<unknown[]> => {
    const given: unknown[] = [];
    for (const [index, make] of made) given[index] = make(context);
    if (!body) return given;
    const [index, read] = body;
    const value = read(context);
    given[index] = value;
    return value instanceof Promise ? value.then((late: unknown) => given.with(index, late)) : given;
  };
}

function contextOf(type: Type, handler: Handler, request: FastifyRequest, reply: FastifyReply): ExecutionContext {
  const http = { getRequest: () => request, getResponse: () => reply, getNext: () => undefined };
  const context = {
    getType: () => 'http',
    getClass: () => type,
    getHandler: () => handler,
    getArgs: () => [request, reply],
    switchToHttp: () => http,
  };
  return context as unknown as ExecutionContext;
}
