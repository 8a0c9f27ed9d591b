import { InlineAlert } from '../../ui/alert.js';

/** Where a card's problem stands: below its fields. '' when there is none. */
export function CardError({ text }: { text: string }) {
  return <div aria-live="polite">{text && <InlineAlert type="danger" text={text} />}</div>;
}
