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

export const schemaOf = (shape: Shape) => shape as ApiResponseSchemaHost['schema'];

export type RefusalName = RefusalKind | `${RefusalKind}:${string}`;

type Handler<Answer> = (...parameters: never[]) => Answer | Promise<Answer>;
type Describes<Answer> = <Method extends Handler<Answer>>(
  controller: object,
  name: string | symbol,
  method: TypedPropertyDescriptor<Method>,
) => void;

export function Answers<Answer extends Shape>(shape: Answer): Describes<Static<Answer>> {
  return applyDecorators(HttpCode(200), ApiResponse({ status: 200, schema: schemaOf(shape) }));
}

export function AnswersList<Item extends Shape>(items: Item): Describes<readonly Static<Item>[]> {
  return Answers(listOf(items));
}

export function AnswersSuccess<Own extends Fields = Record<never, Shape>>(
  fields: Own = {} as Own,
): Describes<{ success: boolean } & ValuesOf<Own>> {
  return Answers(successOf(fields));
}

export function AnswersStream(mediaType: string, shape: Shape, description: string): MethodDecorator {
  return applyDecorators(
    HttpCode(200),
    Budget(BUDGETS.stream),
    ApiResponse({ status: 200, description, content: { [mediaType]: { schema: schemaOf(shape) } } }),
  );
}

/** Declares refusals: `@Refuses('not-found', 'conflict:sold-out')`; on a class they apply to every route. */
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

export function RefusesWith(more: Fields, kind: RefusalKind, ...codes: string[]) {
  const { properties, ...rest } = refusalShape(codes);
  const schema = schemaOf({ ...rest, properties: { ...properties, ...more } });
  return ApiResponse({ status: STATUS[kind], description: codes.join(', '), schema });
}
