import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsBoolean,
  IsEmail,
  IsIn,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
} from 'class-validator';

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

/** Text, trimmed; at most 200 characters unless told. */
export function Text(options: TextOptions = {}): PropertyDecorator {
  const { min, max = 200, blank, verbatim } = options;
  return applyDecorators(
    base(options, { type: String, maxLength: max, ...(min ? { minLength: min } : {}) }),
    IsString(),
    MaxLength(max),
    ...(verbatim ? [] : [trim()]),
    ...(min ? [MinLength(min)] : []),
    ...(blank || options.optional ? [] : [IsNotEmpty()]),
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

/** A price in currency units, at most two decimals. */
export function Price(options: FieldOptions & { min?: number } = {}): PropertyDecorator {
  return applyDecorators(
    base(options, { type: Number, example: 12.5, minimum: options.min ?? 0 }),
    IsNumber({ maxDecimalPlaces: 2, allowNaN: false, allowInfinity: false }),
    Min(options.min ?? 0),
    Max(1_000_000),
  );
}

/** A compact JWE made for this server (see /api/keys). */
export function Encrypted(options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(base(options, { type: String, format: 'jwe' }), IsString(), MaxLength(65_536));
}

/** An object whose insides the controller checks. */
export function Structure(options: FieldOptions & { nullable?: boolean } = {}): PropertyDecorator {
  return applyDecorators(
    base(options, { type: Object }),
    IsObject(),
    ValidateIf((_, value) => value !== null),
  );
}
