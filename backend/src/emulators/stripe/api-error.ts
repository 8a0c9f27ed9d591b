import type { SetupIntent } from './objects.js';

export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: object;
  setup_intent?: SetupIntent;
}

/**
 * A refusal in Stripe's shape. `executed`: the endpoint had begun, so the answer belongs to the idempotency key; a refusal of mere
 * parameters leaves the key free (https://docs.stripe.com/api/idempotent_requests).
 */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly executed = false,
  ) {
    super(body.message);
  }
}

export function invalid(message: string, code?: string, param?: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, code, param });
}

export function missing(what: string, id: string, param = 'id'): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });
}

/** 402 for invalid card data; no charge was attempted. */
export function wrongCard(code: string, message: string, param: string): ApiError {
  return new ApiError(402, { type: 'card_error', code, message, param });
}

export function unexpected(code: string, message: string, more: Partial<ErrorBody> = {}): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', code, message, ...more }, true);
}

export const serverError = (): ApiError =>
  new ApiError(500, { type: 'api_error', message: 'An unexpected error occurred.' });

export const keyInUse = (): ApiError =>
  new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: 'There is currently another in-progress request using this Idempotent Key.',
  });

export const keyReused = (key: string): ApiError =>
  new ApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
