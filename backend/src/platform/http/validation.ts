import { type ArgumentMetadata, type ValidationError, ValidationPipe } from '@nestjs/common';
import { Refused } from '../decider.js';

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

function refusal(errors: ValidationError[]): Refused {
  const [first] = errors;
  const unknown = errors.find(({ constraints }) => constraints?.whitelistValidation !== undefined);
  if (unknown) return new Refused('unknown-field', 'invalid', `Unknown field: ${unknown.property.slice(0, 60)}.`);
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

/** Nest runs the pipes of app, route and parameter one after another, so one pipe decides by the body's class. */
class Bodies extends ValidationPipe {
  private readonly lenient = new ValidationPipe(common);

  constructor() {
    super({ ...common, forbidNonWhitelisted: true });
  }

  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const isLenient = metadata.metatype !== undefined && lenient.has(metadata.metatype);
    return isLenient ? this.lenient.transform(value, metadata) : super.transform(value, metadata);
  }
}

/** Bodies and queries hold what their class declares, nothing else; what a `Lenient` class does not declare is dropped. */
export const strictBodies = () => new Bodies();
