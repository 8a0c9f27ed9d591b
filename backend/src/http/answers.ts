import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiResponse, type ApiResponseSchemaHost } from '@nestjs/swagger';
import {
  type Fields,
  listOf,
  refusalShape,
  type Shape,
  type Static,
  successOf,
  type ValuesOf,
} from '@supreme-access/contract/shapes/primitives.js';
import type { RefusalKind } from '../event-sourcing/decider.js';
import { BUDGETS, Budget } from './budgets.js';
import { STATUS } from './refusals.js';

/** What a route answers, for OpenAPI: shapes of the contract, which are JSON schemas. */
export const schemaOf = (shape: Shape) => shape as ApiResponseSchemaHost['schema'];

export type RefusalName = RefusalKind | `${RefusalKind}:${string}`;

type Handler<Answer> = (...parameters: never[]) => Answer | Promise<Answer>;
/** Of a method that answers what its shape says, or it does not compile. */
type Describes<Answer> = <Method extends Handler<Answer>>(
  controller: object,
  name: string | symbol,
  method: TypedPropertyDescriptor<Method>,
) => void;

/** Answers this with 200, a POST too. */
export function Answers<Answer extends Shape>(shape: Answer): Describes<Static<Answer>> {
  return applyDecorators(HttpCode(200), ApiResponse({ status: 200, schema: schemaOf(shape) }));
}

export function AnswersList<Item extends Shape>(items: Item): Describes<readonly Static<Item>[]> {
  return Answers(listOf(items));
}

/** Answers `{success: true}` and these fields. */
export function AnswersSuccess<Own extends Fields = Record<never, Shape>>(
  fields: Own = {} as Own,
): Describes<{ success: boolean } & ValuesOf<Own>> {
  return Answers(successOf(fields));
}

/** Answers a stream of another media type than JSON; it may take as long as streams do. */
export function AnswersStream(mediaType: string, shape: Shape, description: string): MethodDecorator {
  return applyDecorators(
    HttpCode(200),
    Budget(BUDGETS.stream),
    ApiResponse({ status: 200, description, content: { [mediaType]: { schema: schemaOf(shape) } } }),
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
      ApiResponse({ status, description: own.join(', '), schema: schemaOf(refusalShape(own)) }),
    ),
  );
}

/** As `Refuses`, of one kind; some of its answers say more: these fields. */
export function RefusesWith(more: Fields, kind: RefusalKind, ...codes: string[]) {
  const { properties, ...rest } = refusalShape(codes);
  const schema = schemaOf({ ...rest, properties: { ...properties, ...more } });
  return ApiResponse({ status: STATUS[kind], description: codes.join(', '), schema });
}
