import { useRef } from 'react';
import { newIdempotencyKey } from '../http.js';

/** Answers one Idempotency-Key for as long as the values stay the same, so that trying again after a lost answer does it once. */
export function useIntentKey(): (values: object) => string {
  const last = useRef({ values: '', key: '' });
  return (values) => {
    const told = JSON.stringify(values);
    if (!last.current.key || last.current.values !== told) last.current = { values: told, key: newIdempotencyKey() };
    return last.current.key;
  };
}
