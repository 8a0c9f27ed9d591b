import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { parseAmount } from '@supreme-access/contract/amounts.js';
import { cleanLine, cleanLines, cleanValue, holdsHalfCharacter } from '@supreme-access/contract/clean-text.js';
import { EMAIL_MAX } from '@supreme-access/contract/limits.js';
import { parsePrice } from '@supreme-access/contract/money.js';
import { Transform } from 'class-transformer';
import { IsObject, IsOptional, isEmail, length, ValidateBy, ValidateIf } from 'class-validator';

export interface Mistake {
  code: string;
  text: string;
  missing?: { code: string; text: string };
}

/** Runs before class-validator, which then only explains what is wrong with a body. */
export interface FieldRule {
  optional: boolean;
  read(given: unknown): unknown;
  accepts(value: unknown): boolean;
  mistake?: Mistake | undefined;
}

const rules = new WeakMap<object, Map<string, FieldRule>>();

export function rulesOf(prototype: object): ReadonlyMap<string, FieldRule> {
  const parent: unknown = Object.getPrototypeOf(prototype);
  const inherited = typeof parent === 'object' && parent !== null ? rulesOf(parent) : [];
  return new Map([...inherited, ...(rules.get(prototype) ?? [])]);
}

export function mistakesOf({ prototype }: { prototype: object }): `invalid:${string}`[] {
  const mistakes = [...rulesOf(prototype).values()].flatMap(({ mistake }) => mistake ?? []);
  return mistakes
    .flatMap(({ code, missing }) => [missing?.code ?? code, code])
    .map((code) => `invalid:${code}` as const);
}

interface FieldOptions extends Pick<FieldRule, 'mistake'> {
  optional?: boolean;
  absent?: boolean;
  description?: string;
  lines?: boolean;
  verbatim?: boolean;
  read?: FieldRule['read'];
}
export interface TextOptions extends FieldOptions {
  min?: number;
  max?: number;
  blank?: boolean;
}
interface WholeOptions extends FieldOptions {
  min: number;
  max?: number;
  nullable?: boolean;
}
export interface FieldSpec extends FieldOptions, Pick<FieldRule, 'accepts'> {
  schema: object;
  complaint?: (value: unknown) => string;
}

const base = ({ optional, absent, description }: FieldOptions, schema: object): PropertyDecorator => {
  const described = { ...(description ? { description } : {}), ...schema };
  const listed = optional || absent ? ApiPropertyOptional(described) : ApiProperty(described);
  return optional ? applyDecorators(listed, IsOptional()) : listed;
};

/** One constraint per value, because class-validator's time grows with each constraint. */
export function Field({ schema, read, complaint, accepts, ...options }: FieldSpec): PropertyDecorator {
  const { optional = false, absent = false, mistake } = options;
  const judge = (value: unknown) => (absent && value === undefined) || (!holdsHalfCharacter(value) && accepts(value));
  const clean = cleanerOf(options);
  const take = (given: unknown) => (read && given !== undefined ? read(clean(given)) : clean(given));
  const register: PropertyDecorator = (prototype, name) => {
    const ofClass = rules.get(prototype) ?? new Map<string, FieldRule>();
    rules.set(prototype, ofClass.set(String(name), { optional, read: take, accepts: judge, mistake }));
  };
  return applyDecorators(
    base(options, schema),
    Transform(({ value }) => take(value)),
    ValidateBy({
      name: 'field',
      validator: {
        validate: judge,
        defaultMessage: (args) => `${args?.property} ${complaint?.(args?.value) ?? 'is not what it should be'}`,
      },
    }),
    register,
  );
}

function cleanerOf({ lines, verbatim }: FieldOptions): (given: unknown) => unknown {
  if (verbatim) return (given) => given;
  return (given) => cleanValue(given, lines ? cleanLines : cleanLine);
}

export const isText = (least: number, most: number) => (value: unknown) =>
  typeof value === 'string' && length(value, least, most);

const textComplaint = (least: number, most: number) => (value: unknown) => {
  if (typeof value !== 'string') return 'must be a string';
  if (value === '') return 'should not be empty';
  return length(value, least) ? `must be at most ${most} characters long` : `must be at least ${least} characters long`;
};

export function Text(options: TextOptions = {}): PropertyDecorator {
  const { min, max = 200, blank, ...others } = options;
  const least = min ?? (blank || options.optional ? 0 : 1);
  return Field({
    ...others,
    schema: { type: String, maxLength: max, ...(min ? { minLength: min } : {}) },
    accepts: isText(least, max),
    complaint: textComplaint(least, max),
  });
}

/** Quoted local parts are legal but unused, and mail servers treat them differently. */
const BARE = /^[^\s<>(),;:@"]+@[^\s<>(),;:@"]+$/;

/** validator's isByteLength throws on lone surrogates. */
export function isAddress(text: string, options: Parameters<typeof isEmail>[1] = {}): boolean {
  return !holdsHalfCharacter(text) && isEmail(text, options);
}

export function Email(options: FieldOptions = {}): PropertyDecorator {
  const accepts = (value: unknown) =>
    typeof value === 'string' && value.length <= EMAIL_MAX && BARE.test(value) && isAddress(value);
  const complaint = () => `must be an email address of at most ${EMAIL_MAX} characters`;
  return Field({ ...options, schema: { type: String, format: 'email' }, accepts, complaint });
}

export function Choice(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  const accepts = (value: unknown) => values.some((one) => one === value);
  return Field({
    ...options,
    schema: { enum: values },
    accepts,
    complaint: () => `must be one of: ${values.join(', ')}`,
  });
}

export const EDITED_VERSION = {
  absent: true,
  min: 1,
  description: 'the version that was edited; another one by now is a conflict',
  mistake: { code: 'version-invalid', text: 'The version must be a whole number above 0.' },
} as const satisfies WholeOptions;

export function Whole({ min, max, nullable, ...options }: WholeOptions): PropertyDecorator {
  const most = max ?? Number.POSITIVE_INFINITY;
  const isWithin = (value: unknown) => Number.isInteger(value) && Number(value) >= min && Number(value) <= most;
  return Field({
    ...options,
    schema: { type: 'integer', minimum: min, ...(max ? { maximum: max } : {}), ...(nullable ? { nullable } : {}) },
    read: (given) => (nullable && given === '' ? null : given),
    accepts: (value) => isWithin(value) || (nullable === true && value === null),
  });
}

export function Flag(options: FieldOptions = {}): PropertyDecorator {
  const accepts = (value: unknown) => typeof value === 'boolean';
  return Field({ ...options, schema: { type: Boolean }, accepts, complaint: () => 'must be true or false' });
}

/** A price in currency units. validator's own check of decimals fails on numbers like 1e-7. */
export function Price(options: FieldOptions & { min?: number } = {}): PropertyDecorator {
  const { min = 0, ...others } = options;
  return Field({
    ...others,
    schema: { type: Number, example: 12.5, minimum: min },
    accepts: (value) => typeof value === 'number' && value >= min && parsePrice(value) !== null,
    complaint: () => `must be a price of at least ${min} with at most two decimals`,
  });
}

/** An amount in the units of any ISO 4217 currency, above 0 and with that currency's decimals at most. */
export function Amount({ nullable, ...options }: FieldOptions & { nullable?: boolean } = {}): PropertyDecorator {
  return Field({
    ...options,
    schema: {
      type: 'object',
      required: ['amount', 'currency'],
      additionalProperties: false,
      properties: {
        amount: {
          type: 'number',
          example: 168.5,
          description: "currency units, above 0, at most the currency's decimals",
        },
        currency: { type: 'string', example: 'eur', description: 'ISO 4217' },
      },
      ...(nullable ? { nullable } : {}),
    },
    read: (given) => (nullable && given === '' ? null : given),
    accepts: (value) => (value === null ? nullable === true : isAmount(value)),
    complaint: () => 'must be an amount in a currency of ISO 4217',
  });
}

function isAmount(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2) return false;
  const { amount, currency } = value as Record<string, unknown>;
  return typeof amount === 'number' && typeof currency === 'string' && parseAmount({ amount, currency }) !== null;
}

/** One to `max` texts of 1 to 200 characters each; duplicates are dropped. */
export function TextList({ max, ...options }: FieldOptions & { max: number }): PropertyDecorator {
  const isOne = isText(1, 200);
  return Field({
    ...options,
    schema: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 200 }, minItems: 1, maxItems: max },
    read: (given) => (Array.isArray(given) ? [...new Set(given)] : given),
    accepts: (value) => Array.isArray(value) && value.length > 0 && value.length <= max && value.every(isOne),
    complaint: () => `must be a list of 1 to ${max} texts`,
  });
}

export function Encrypted(options: FieldOptions = {}): PropertyDecorator {
  const [accepts, complaint] = [isText(0, 65_536), textComplaint(0, 65_536)];
  return Field({ ...options, verbatim: true, schema: { type: String, format: 'jwe' }, accepts, complaint });
}

export function Structure(options: FieldOptions & { nullable?: boolean } = {}): PropertyDecorator {
  const clean = cleanerOf(options);
  return applyDecorators(
    base(options, { type: Object }),
    Transform(({ value }) => clean(value)),
    IsObject(),
    ValidateBy({ name: 'whole', validator: { validate: (value) => !holdsHalfCharacter(value) } }),
    ValidateIf((_, value) => value !== null),
  );
}
