import { TEXTS } from '@supreme-access/contract/texts.js';
import { ApiError, messageOf } from '../../api/api.js';
import { InlineAlert } from '../../ui/alert.js';

export function cardProblem(error: unknown): string {
  return error instanceof ApiError && error.status === 400 ? TEXTS.card : messageOf(error);
}

export function CardError({ text }: { text: string }) {
  return <div aria-live="polite">{text && <InlineAlert type="danger" text={text} />}</div>;
}
