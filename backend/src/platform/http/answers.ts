import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiResponse, type ApiResponseSchemaHost } from '@nestjs/swagger';
import type { RefusalKind } from '../decider.js';
import { BUDGETS, Budget } from './budgets.js';
import { STATUS } from './refusals.js';

/** What a route answers, for OpenAPI. Schemas of the API's shapes are in answer-schemas.ts. */
export type Schema = ApiResponseSchemaHost['schema'];

declare const VALUES: unique symbol;
/** A schema of exactly these values. What they are is known to the compiler alone: no such field exists. */
export type SchemaOf<Value> = Schema & { readonly [VALUES]: (value: Value) => Value };

/** Says which values a schema stands for: what nobody can check, and so the one place to look at twice. */
export function schemaOf<Value>(schema: Schema): SchemaOf<Value> {
  return schema as SchemaOf<Value>;
}

export type RefusalName = RefusalKind | `${RefusalKind}:${string}`;

/** Answers this with 200, or with the status that is given. */
export function Answers(schema: Schema, status = 200): MethodDecorator {
  return applyDecorators(HttpCode(status), ApiResponse({ status, schema }));
}

export function AnswersList(items: Schema): MethodDecorator {
  return Answers({ type: 'array', items });
}

/** Answers `{success: true}` and these fields, of which the optional ones may be missing. */
export function AnswersSuccess(
  fields: Readonly<Record<string, Schema>> = {},
  optional: readonly string[] = [],
): MethodDecorator {
  return Answers(objectOf({ success: { type: 'boolean', enum: [true] }, ...fields }, optional));
}

/** Answers a stream of another media type than JSON; it may take as long as streams do. */
export function AnswersStream(mediaType: string, schema: Schema, description: string): MethodDecorator {
  return applyDecorators(
    HttpCode(200),
    Budget(BUDGETS.stream),
    ApiResponse({ status: 200, description, content: { [mediaType]: { schema } } }),
  );
}

/** What it may refuse: `@Refuses('not-found', 'conflict:sold-out')`; on a class, what each of its routes may. */
export function Refuses(...names: RefusalName[]): MethodDecorator & ClassDecorator {
  const codes = new Map<number, string[]>();
  for (const name of names) {
    const [kind, code = kind] = name.split(':') as [RefusalKind, string?];
    codes.set(STATUS[kind], [...(codes.get(STATUS[kind]) ?? []), code]);
  }
  return applyDecorators(
    ...[...codes].map(([status, own]) =>
      ApiResponse({ status, description: own.join(', '), schema: refusalSchema(own) }),
    ),
  );
}

/** As `Refuses`, of one kind; some of its answers say more: these fields. */
export function RefusesWith(more: Readonly<Record<string, Schema>>, kind: RefusalKind, ...codes: string[]) {
  const { properties = {}, ...rest } = refusalSchema(codes) as { properties?: object };
  const schema = { ...rest, properties: { ...properties, ...more } };
  return ApiResponse({ status: STATUS[kind], description: codes.join(', '), schema });
}

/** An object whose fields are all there, save the optional ones. */
export function objectOf(
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
  title?: string,
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', ...(title ? { title } : {}), properties, ...(required.length > 0 ? { required } : {}) };
}

export function refusalSchema(codes: readonly string[]): Schema {
  const fields = {
    success: { type: 'boolean', enum: [false] },
    error: { type: 'string', description: 'what people read' },
    code: { type: 'string', enum: [...codes] },
  };
  return objectOf(fields, [], 'Refusal');
}
