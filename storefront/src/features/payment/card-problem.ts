import { TEXTS } from '../../../../backend/src/contract/texts.js';
import { ApiError, messageOf } from '../../api.js';

/** What people read when a card was not taken. */
export function cardProblem(error: unknown): string {
  return error instanceof ApiError && error.status === 400 ? TEXTS.card : messageOf(error);
}
