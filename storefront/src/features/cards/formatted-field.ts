import { digitsIn } from '@supreme-access/contract/typed-text.js';
import type { UseFormRegisterReturn } from 'react-hook-form';

/** Registers a field whose text is formatted while it is typed; the caret keeps its place. */
export function formatted<Name extends string>(
  field: UseFormRegisterReturn<Name>,
  format: (text: string) => string,
): UseFormRegisterReturn<Name> {
  return {
    ...field,
    onChange: (event: { target: HTMLInputElement; type?: string }) => {
      const input = event.target;
      const caret = input.selectionStart ?? input.value.length;
      const atEnd = caret === input.value.length;
      const digits = digitsIn(input.value.slice(0, caret)).length;
      input.value = format(input.value);
      const place = atEnd ? input.value.length : caretAfter(input.value, digits);
      if (document.activeElement === input) input.setSelectionRange(place, place);
      return field.onChange(event);
    },
  };
}

export function caretAfter(formatted: string, digitsBefore: number): number {
  let seen = 0;
  for (let at = 0; at < formatted.length; at += 1) {
    if (seen === digitsBefore) return at;
    if (/\d/.test(formatted.charAt(at))) seen += 1;
  }
  return formatted.length;
}
