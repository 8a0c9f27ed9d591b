import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { parsePrice } from '@supreme-access/contract/money.js';
import { Transform } from 'class-transformer';
import { IsObject, IsOptional, isEmail, length, ValidateBy, ValidateIf } from 'class-validator';

/** Fields of requests: one decorator each, for validation and OpenAPI alike. */

/** What a field takes: asked first of all, so that class-validator is only asked what is wrong with a body. */
export interface FieldRule {
  /** nothing and null are fine */
  optional: boolean;
  /** what is kept of what was given */
  read(given: unknown): unknown;
  accepts(value: unknown): boolean;
}

const rules = new WeakMap<object, Map<string, FieldRule>>();

/** The rules of a class's fields and of those it inherits. */
export function rulesOf(prototype: object): ReadonlyMap<string, FieldRule> {
  const parent: unknown = Object.getPrototypeOf(prototype);
  const inherited = typeof parent === 'object' && parent !== null ? rulesOf(parent) : [];
  return new Map([...inherited, ...(rules.get(prototype) ?? [])]);
}

interface FieldOptions {
  optional?: boolean;
  description?: string;
}
interface TextOptions extends FieldOptions {
  min?: number;
  max?: number;
  /** empty text is fine */
  blank?: boolean;
  /** keep surrounding blanks (passwords) */
  verbatim?: boolean;
}

const base = ({ optional, description }: FieldOptions, schema: object): PropertyDecorator => {
  const described = { ...(description ? { description } : {}), ...schema };
  return optional
    ? applyDecorators(ApiPropertyOptional(described), IsOptional())
    : applyDecorators(ApiProperty(described));
};
const asGiven = (given: unknown) => given;
const trim = (given: unknown) => (typeof given === 'string' ? given.trim() : given);

/**
 * A field of one value. All that is asked of it is one constraint: to the library each one of its own costs as much as all of
 * them. `complaint`: what is wrong, after the field's name.
 */
function field(
  options: FieldOptions & { trimmed?: boolean },
  schema: object,
  accepts: (value: unknown) => boolean,
  complaint: (value: unknown) => string,
): PropertyDecorator {
  const { optional = false, trimmed = false } = options;
  const register: PropertyDecorator = (prototype, name) => {
    const known = rules.get(prototype) ?? new Map<string, FieldRule>();
    rules.set(prototype, known.set(String(name), { optional, read: trimmed ? trim : asGiven, accepts }));
  };
  return applyDecorators(
    base(options, schema),
    ...(trimmed ? [Transform(({ value }) => trim(value))] : []),
    ValidateBy({
      name: 'field',
      validator: {
        validate: accepts,
        defaultMessage: (args) => `${args?.property} ${complaint(args?.value)}`,
      },
    }),
    register,
  );
}

const isText = (least: number, most: number) => (value: unknown) =>
  typeof value === 'string' && length(value, least, most);

const textComplaint = (least: number, most: number) => (value: unknown) => {
  if (typeof value !== 'string') return 'must be a string';
  if (value === '') return 'should not be empty';
  return length(value, least) ? `must be at most ${most} characters long` : `must be at least ${least} characters long`;
};

/** Text, trimmed; at most 200 characters unless told. */
export function Text(options: TextOptions = {}): PropertyDecorator {
  const { min, max = 200, blank, verbatim } = options;
  const least = min ?? (blank || options.optional ? 0 : 1);
  const schema = { type: String, maxLength: max, ...(min ? { minLength: min } : {}) };
  return field({ ...options, trimmed: !verbatim }, schema, isText(least, max), textComplaint(least, max));
}

/** quoted local parts are legal and nobody has one; mail routes differ on them */
const BARE = /^[^\s<>(),;:@"]+@[^\s<>(),;:@"]+$/;

export function Email(options: FieldOptions = {}): PropertyDecorator {
  const accepts = (value: unknown) =>
    typeof value === 'string' && value.length <= 254 && BARE.test(value) && isEmail(value);
  return field(
    { ...options, trimmed: true },
    { type: String, format: 'email' },
    accepts,
    () => 'must be an email address of at most 254 characters',
  );
}

export function Choice(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  const accepts = (value: unknown) => values.some((one) => one === value);
  return field(options, { enum: values }, accepts, () => `must be one of: ${values.join(', ')}`);
}

export function Flag(options: FieldOptions = {}): PropertyDecorator {
  const accepts = (value: unknown) => typeof value === 'boolean';
  return field(options, { type: Boolean }, accepts, () => 'must be true or false');
}

/** A price in currency units, at most two decimals. The library's own check of decimals fails on numbers like 1e-7. */
export function Price(options: FieldOptions & { min?: number } = {}): PropertyDecorator {
  const { min = 0 } = options;
  const accepts = (value: unknown) => typeof value === 'number' && value >= min && parsePrice(value) !== null;
  return field(
    options,
    { type: Number, example: 12.5, minimum: min },
    accepts,
    () => `must be a price of at least ${min} with at most two decimals`,
  );
}

/** A compact JWE made for this server (see /api/keys). */
export function Encrypted(options: FieldOptions = {}): PropertyDecorator {
  const accepts = isText(0, 65_536);
  return field(options, { type: String, format: 'jwe' }, accepts, textComplaint(0, 65_536));
}

/** An object whose insides the controller checks. */
export function Structure(options: FieldOptions & { nullable?: boolean } = {}): PropertyDecorator {
  return applyDecorators(
    base(options, { type: Object }),
    IsObject(),
    ValidateIf((_, value) => value !== null),
  );
}
