import { useState } from 'react';

/** A click beside a form's dialog closes it only while nothing was typed. */
export function useStrayClicks(onClose: () => void) {
  const [isTyped, setTyped] = useState(false);
  return {
    onInput: () => setTyped(true),
    onClose: (_event: object, reason: 'backdropClick' | 'escapeKeyDown') => {
      if (reason === 'escapeKeyDown' || !isTyped) onClose();
    },
  };
}
