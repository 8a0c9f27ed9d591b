const CUT = new Set(
  [
    [
      'password',
      'newPassword',
      'token',
      'stripeToken',
      'adtoken',
      'eProfile',
      'eCode',
      'acoDataPayload',
      'card',
      'otp',
    ],
    ['authorization', 'cookie', 'headers', 'body', 'rawBody', 'hash', 'secret', 'client_secret', 'number', 'cvc'],
    ['email', 'name', 'phone', 'to', 'subject', 'personal', 'envelope', 'address', 'address1', 'line1'],
  ]
    .flat()
    .map((name) => name.toLowerCase()),
);
const REDACTED = '[redacted]';
const QUOTED: readonly [what: RegExp, instead: string][] = [
  [/\/\/[^\s/@]{1,300}@/g, `//${REDACTED}@`],
  [/[^\s@<>"'(),;:/]{1,64}@[\w.-]{1,255}\.[a-z]{2,}/gi, REDACTED],
  [/\beyJ[\w-]+(?:\.[\w-]*){1,4}/g, REDACTED],
  [/\b(?:sk|rk|whsec|tok)_\w{4,}/g, REDACTED],
  [/\b(?:\d{14,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}[ -]\d{6}[ -]\d{5})\b/g, REDACTED],
];
const DEEPEST = 6;
const LONGEST = 10_000;
const MOST = 100;

export function redactedText(text: string): string {
  return QUOTED.reduce((rest, [what, instead]) => rest.replace(what, instead), text.slice(0, LONGEST));
}

/** Errors keep type, message, code, stack and causes only. */
export function redacted(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactedText(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
  if (depth > DEEPEST) return REDACTED;
  if (value instanceof Error) return redactedError(value, depth);
  if (value instanceof Date) return value.toJSON();
  if (Array.isArray(value)) return value.slice(0, MOST).map((one) => redacted(one, depth + 1));
  const entries = Object.entries(value).slice(0, MOST);
  return Object.fromEntries(
    entries.map(([name, one]) => [name, CUT.has(name.toLowerCase()) ? REDACTED : redacted(one, depth + 1)]),
  );
}

function redactedError(error: Error & { code?: unknown; errors?: unknown }, depth: number): object {
  const { message, stack, code, cause, errors } = error;
  return {
    type: error.constructor.name,
    message: redactedText(message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(stack === undefined ? {} : { stack: redactedText(stack) }),
    ...(cause === undefined ? {} : { cause: redacted(cause, depth + 1) }),
    ...(Array.isArray(errors) ? { errors: redacted(errors, depth + 1) } : {}),
  };
}
