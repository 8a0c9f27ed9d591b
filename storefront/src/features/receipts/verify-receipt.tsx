import { type SyntheticEvent, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../../ui/button.js';
import { clockTime, day } from '../../ui/times.js';
import { checkReceipt, type Verdict } from './check-receipt.js';
import { CheckedLines } from './checked-lines.js';

/** Checks what is in the link's fragment, which browsers never send, or what is pasted. */
export function VerifyReceipt() {
  const { hash } = useLocation();
  const given = decoded(hash.slice(1));
  const [text, setText] = useState(given);
  const [checked, setChecked] = useState<Verdict | null>(null);
  useEffect(() => {
    if (given === '') return;
    setText(given);
    void checkReceipt(given).then(setChecked);
  }, [given]);
  const check = async (event: SyntheticEvent) => {
    event.preventDefault();
    setChecked(await checkReceipt(text));
  };
  return (
    <section className="grid gap-6" aria-label="Receipt">
      <form onSubmit={check} className="grid max-w-prose gap-3">
        <label htmlFor="receipt" className="font-medium">
          Receipt, or receipt and proof
        </label>
        <textarea
          id="receipt"
          value={text}
          onChange={(event) => setText(event.target.value)}
          rows={6}
          spellCheck={false}
          autoComplete="off"
          className="count w-full rounded border border-edge bg-transparent p-3 text-sm break-all"
        />
        <Button type="submit" className="justify-self-start" disabled={text.trim() === ''}>
          Check
        </Button>
      </form>
      <div role="status">{checked && <VerdictLines verdict={checked} />}</div>
    </section>
  );
}

function VerdictLines({ verdict: { lines, promise } }: { verdict: Verdict }) {
  return (
    <div className="grid max-w-prose gap-3">
      <CheckedLines lines={lines} />
      {promise && (
        <dl className="grid grid-cols-[5.5rem_1fr] gap-x-3 gap-y-1 text-sm">
          <dt className="text-muted">Order</dt>
          <dd className="count break-all">{promise.orderId}</dd>
          <dt className="text-muted">Reserved</dt>
          <dd className="count">{shown(promise.at)}</dd>
          <dt className="text-muted">Entry</dt>
          <dd className="count break-all">{promise.hash}</dd>
        </dl>
      )}
    </div>
  );
}

/** A link may be cut anywhere: then its text is shown and checked undecoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function shown(at: number): string {
  const iso = new Date(at).toISOString();
  return `${day(iso)} ${clockTime(iso)}`;
}
