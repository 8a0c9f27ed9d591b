import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** Prices are in currency units with two decimals; instants are ISO 8601 in UTC. Browsers import only the types. */
export const TEXT = Type.String();
export const FLAG = Type.Boolean();
export const COUNT = Type.Integer({ minimum: 0 });
export const MONTH = Type.Integer({ minimum: 1, maximum: 12 });
export const PRICE = Type.Number({ example: 12.5, description: 'in currency units, at most two decimals' });
export const RetailAmount = Type.Object(
  {
    amount: Type.Number({ example: 168.5, description: "in currency units, at most the currency's own decimals" }),
    currency: Type.String({ example: 'eur', description: 'ISO 4217, in lower case' }),
  },
  { title: 'RetailAmount' },
);
export type RetailAmount = Static<typeof RetailAmount>;
export const INSTANT = Type.String({ format: 'date-time' });
export const YES = Type.Unsafe<true>({ type: 'boolean', enum: [true] });
export const FREE_FORM = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });

export type { Static } from 'typebox';
export type Shape = TSchema;
export type Fields = TProperties;
export type ValuesOf<Fields extends TProperties> = Static<TObject<Fields>>;

export function shape<Fields extends TProperties>(title: string, fields: Fields): TObject<Fields> {
  return Type.Object(fields, { title });
}

export const listOf = <Items extends TSchema>(items: Items) => Type.Array(items);

export function oneOf<const Value extends string>(values: readonly Value[]) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values] });
}

export const successOf = (fields: Fields) => Type.Object({ success: YES, ...fields });

/** OpenAPI 3.0 has `nullable` instead of JSON Schema's union. */
export function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, nullable: true });
}

export function reasonsOf<Action extends string, Reason extends TSchema>(actions: readonly Action[], reason: Reason) {
  const properties = Object.fromEntries(actions.map((action) => [action, reason]));
  return Type.Unsafe<Partial<Record<Action, Static<Reason>>>>({ type: 'object', properties });
}

export function refusalShape<const Code extends string>(codes: readonly Code[]) {
  return shape('Refusal', {
    success: Type.Unsafe<false>({ type: 'boolean', enum: [false] }),
    error: Type.String({ description: 'what people read' }),
    code: oneOf(codes),
  });
}
export type Refusal = Static<ReturnType<typeof refusalShape<string>>>;
