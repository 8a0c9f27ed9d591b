import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsBoolean,
  IsEmail,
  IsIn,
  IsObject,
  IsOptional,
  length,
  Matches,
  MaxLength,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { parsePrice } from '../money.js';

/** Fields of requests: one decorator each, for validation and OpenAPI alike. */

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
const trim = () => Transform(({ value }) => (typeof value === 'string' ? value.trim() : value));

/** All that is asked of a text, as one constraint: to the library each one of its own costs as much as all of them. */
function isText(least: number, most: number): PropertyDecorator {
  const complaint = (value: unknown): string => {
    if (typeof value !== 'string') return 'must be a string';
    if (value === '') return 'should not be empty';
    return length(value, least)
      ? `must be at most ${most} characters long`
      : `must be at least ${least} characters long`;
  };
  return ValidateBy({
    name: 'isText',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && length(value, least, most),
      defaultMessage: (args) => `${args?.property} ${complaint(args?.value)}`,
    },
  });
}

/** Text, trimmed; at most 200 characters unless told. */
export function Text(options: TextOptions = {}): PropertyDecorator {
  const { min, max = 200, blank, verbatim } = options;
  const least = blank || options.optional ? 0 : 1;
  return applyDecorators(
    base(options, { type: String, maxLength: max, ...(min ? { minLength: min } : {}) }),
    ...(verbatim ? [] : [trim()]),
    isText(min ?? least, max),
  );
}

/** quoted local parts are legal and nobody has one; mail routes differ on them */
const BARE = /^[^\s<>(),;:@"]+@[^\s<>(),;:@"]+$/;

export function Email(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    base(options, { type: String, format: 'email' }),
    trim(),
    IsEmail(),
    Matches(BARE),
    MaxLength(254),
  );
}

export function Choice(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(base(options, { enum: values }), IsIn(values));
}

export function Flag(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(base(options, { type: Boolean }), IsBoolean());
}

/** The library's own check of decimals fails on numbers like 1e-7. */
function isPrice(least: number): PropertyDecorator {
  return ValidateBy({
    name: 'isPrice',
    validator: {
      validate: (value: unknown) => typeof value === 'number' && value >= least && parsePrice(value) !== null,
      defaultMessage: (args) => `${args?.property} must be a price of at least ${least} with at most two decimals`,
    },
  });
}

/** A price in currency units, at most two decimals. */
export function Price(options: FieldOptions & { min?: number } = {}): PropertyDecorator {
  return applyDecorators(
    base(options, { type: Number, example: 12.5, minimum: options.min ?? 0 }),
    isPrice(options.min ?? 0),
  );
}

/** A compact JWE made for this server (see /api/keys). */
export function Encrypted(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(base(options, { type: String, format: 'jwe' }), isText(0, 65_536));
}

/** An object whose insides the controller checks. */
export function Structure(options: FieldOptions & { nullable?: boolean } = {}): PropertyDecorator {
  return applyDecorators(
    base(options, { type: Object }),
    IsObject(),
    ValidateIf((_, value) => value !== null),
  );
}
