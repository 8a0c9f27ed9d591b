import type { EndedDrop, EventProof } from '@supreme-access/contract/shapes/drops.js';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ApiError, api, messageOf } from '../../api/api.js';
import { Button } from '../../ui/button.js';
import { viewerTime } from '../../ui/times.js';
import type { Line } from '../receipts/check-proof.js';
import { askSeals } from '../receipts/check-receipt.js';
import { CheckedLines } from '../receipts/checked-lines.js';

export function CheckYourself({ drop }: { drop: EndedDrop }) {
  const { productId, seal, sums } = drop;
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [isChecking, setIsChecking] = useState(false);
  const path = `/api/drops/${encodeURIComponent(productId)}/proof`;
  const check = async () => {
    setIsChecking(true);
    setLines(await checked(path, drop));
    setIsChecking(false);
  };
  return (
    <section className="gutter grid gap-6 border-t border-fg py-10" aria-labelledby="check">
      <h2 id="check" className="heading text-head">
        Check it yourself
      </h2>
      <p className="max-w-prose text-pretty">
        {seal ? (
          <>
            Seal <span className="count">{seal.number}</span> of our log, signed{' '}
            <time dateTime={new Date(seal.at).toISOString()}>{viewerTime(new Date(seal.at).toISOString())}</time>,
            counts {sums ? 'these sums' : 'the end of this drop'}. Your browser can check that we signed them, that the
            seal includes them, and that the next seal keeps them.
          </>
        ) : (
          'The next seal of our log will count this drop, within a day.'
        )}
      </p>
      {seal && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button onClick={check} disabled={isChecking}>
            Check the Proof
          </Button>
          <a
            href={path}
            download={`drop-${productId}.proof.json`}
            className="inline-flex min-h-11 items-center font-medium"
          >
            Download the proof
          </a>
          <a href="/verifier.html" download className="inline-flex min-h-11 items-center font-medium">
            Download the verifier
          </a>
        </div>
      )}
      <div role="status" className="max-w-prose">
        {lines.length > 0 && <CheckedLines lines={lines} />}
      </div>
      <p className="max-w-prose text-sm text-muted">
        The verifier is one file that opens by double-click, without a network. Auditors compare these sums with the log
        order by order. Whoever held a slot can <Link to="/verify">check its receipt</Link>.
      </p>
    </section>
  );
}

/** What was proven is loaded when it is checked, and so is the code. */
async function checked(path: string, drop: EndedDrop): Promise<Line[]> {
  const { checkSums, open } = await import('../receipts/check-proof.js');
  try {
    const proof = await api.get<EventProof>(path);
    const file = await askSeals((proof.consistency?.seal ?? proof.seal).number + 1);
    return await checkSums(proof, file, drop);
  } catch (error) {
    if (error instanceof ApiError) return [open(messageOf(error))];
    throw error;
  }
}
