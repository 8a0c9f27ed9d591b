import {
  type ArgumentMetadata,
  type PipeTransform,
  type Type,
  type ValidationError,
  ValidationPipe,
} from '@nestjs/common';
import { halfCharacterIn, holdsHalfCharacter } from '@supreme-access/contract/clean-text.js';
import { getMetadataStorage } from 'class-validator';
import { Refused } from '../event-sourcing/decider.js';
import { assertShallow } from '../event-sourcing/ids.js';
import { type FieldRule, type Mistake, rulesOf } from './fields.js';

/** Of a field: one text, or one for what is not there and another for what is wrong. */
type FieldText = string | { missing: string; wrong: string };
interface Texts {
  text: string;
  byField: Readonly<Record<string, FieldText>>;
}

const texts = new WeakMap<object, Texts>();
const lenient = new WeakSet<object>();

/** Says which text a body's refusal carries, where the product names one; `byField`: fields with texts of their own. */
export function Says(text: string, byField: Texts['byField'] = {}): ClassDecorator {
  return (target) => {
    texts.set(target, { text, byField });
  };
}

/** Of such a body, what its class does not declare is dropped, not refused: react-admin sends whole records back. */
export function Lenient(): ClassDecorator {
  return (target) => {
    lenient.add(target);
  };
}

function textOf({ target, property, value }: ValidationError): string | undefined {
  const said = target && texts.get(target.constructor);
  const own = said?.byField[property] ?? said?.text;
  if (typeof own !== 'object') return own;
  return value === undefined || value === null || value === '' ? own.missing : own.wrong;
}

function mistakeOf({ target, property, value }: ValidationError): Omit<Mistake, 'missing'> | undefined {
  const mistake = target && rulesOf(Object.getPrototypeOf(target)).get(property)?.mistake;
  const isMissing = value === undefined || value === null || value === '' || value === 0;
  return isMissing ? (mistake?.missing ?? mistake) : mistake;
}

function refusal(errors: ValidationError[]): Refused {
  const [first] = errors;
  const unknown = errors.find(({ constraints }) => constraints?.whitelistValidation !== undefined);
  if (unknown) return new Refused('unknown-field', 'invalid', `Unknown field: ${unknown.property.slice(0, 60)}.`);
  const broken = errors.find(({ value }) => holdsHalfCharacter(value));
  if (broken) return new Refused('invalid', 'invalid', halfCharacterIn(broken.property));
  const mistake = first && mistakeOf(first);
  if (mistake) return new Refused(mistake.code, 'invalid', mistake.text);
  const text = first && textOf(first);
  const constraint = Object.values(first?.constraints ?? {})[0];
  return new Refused('invalid', 'invalid', text ?? constraint ?? 'Please check what you sent.');
}

const common = {
  transform: true,
  whitelist: true,
  stopAtFirstError: true,
  exceptionFactory: refusal,
  // Nest leaves the target out of errors by itself, and a refusal's text is found by it.
  validationError: { target: true },
} as const;

type Reader = (value: unknown) => object | undefined;

/**
 * Reads what is fine: flat, of declared fields, each as its rule wants it. Undefined: the library has to look at it. Almost every
 * request is fine, and the library takes ten times as long to say so. None for a class whose fields are asked more than their rule.
 */
function readerOf(type: Type): Reader | undefined {
  const rules = rulesOf(type.prototype);
  const fields = [...rules];
  // Each rule is one constraint, and another one where it may be missing: what else a field is asked only the library knows.
  const known = fields.reduce((sum, [, { optional }]) => sum + (optional ? 2 : 1), 0);
  const asked = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  if (known === 0 || asked.length !== known || asked.some(({ propertyName }) => !rules.has(propertyName)))
    return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const body: Record<string, unknown> = new type();
    for (const [name, given] of Object.entries(value)) {
      const rule = rules.get(name);
      if (!rule || (typeof given === 'object' && given !== null)) return undefined;
      body[name] = rule.read(given);
    }
    return fields.every(([name, rule]) => takes(rule, body[name])) ? body : undefined;
  };
}

function takes({ optional, accepts }: FieldRule, value: unknown): boolean {
  return (optional && (value === undefined || value === null)) || accepts(value);
}

/** What browsers encrypted, read as a body: undeclared fields are dropped. Undefined: not what its class declares. */
export function readAs<T extends object>(type: Type<T>, given: unknown): T | undefined {
  const values = new Map(typeof given === 'object' && given !== null ? Object.entries(given) : []);
  const body = new type();
  for (const [name, rule] of rulesOf(type.prototype)) {
    const value = values.has(name) ? rule.read(values.get(name)) : undefined;
    if (!takes(rule, value)) return undefined;
    Object.assign(body, { [name]: value });
  }
  return body;
}

/** Nest runs the pipes of app, route and parameter one after another, so one pipe decides by the body's class. */
class Bodies implements PipeTransform {
  private readonly strict = new ValidationPipe({ ...common, forbidNonWhitelisted: true });
  private readonly lenient = new ValidationPipe(common);
  private readonly readers = new Map<Type, Reader | undefined>();

  /** @throws Refused where the body is not what its class declares */
  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    const { metatype, type } = metadata;
    if (type === 'custom') return value;
    const fine = metatype && this.readerOf(metatype)?.(value);
    if (fine !== undefined) return fine;
    // The library goes down into whatever it is given, and so does the stack.
    assertShallow(value);
    const pipe = metatype && lenient.has(metatype) ? this.lenient : this.strict;
    return pipe.transform(value, metadata);
  }

  private readerOf(type: Type): Reader | undefined {
    if (!this.readers.has(type)) this.readers.set(type, readerOf(type));
    return this.readers.get(type);
  }
}

/** Bodies and queries hold what their class declares, nothing else; what a `Lenient` class does not declare is dropped. */
export const strictBodies = () => new Bodies();
