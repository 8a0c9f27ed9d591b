import { useState } from 'react';

/** For a dialog with a form: once something was typed, a click beside it closes it no more. */
export function useStrayClicks(onClose: () => void) {
  const [isTyped, setTyped] = useState(false);
  return {
    onInput: () => setTyped(true),
    onClose: (_event: object, reason: 'backdropClick' | 'escapeKeyDown') => {
      if (reason === 'escapeKeyDown' || !isTyped) onClose();
    },
  };
}
