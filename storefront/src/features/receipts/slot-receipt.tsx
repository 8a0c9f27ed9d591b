import type { SlotProof } from '@supreme-access/contract/shapes/audit.js';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { api } from '../../api/api.js';

type SlotReceiptProps = { orderId: string } | { link: string };

/**
 * The receipt of a slot, and its proof once a seal counts it. `link` is the token of a mailed link, where nobody is
 * signed in.
 */
export function SlotReceipt(props: SlotReceiptProps) {
  const of =
    'link' in props ? `links/${encodeURIComponent(props.link)}` : `orders/${encodeURIComponent(props.orderId)}`;
  const { data } = useQuery({
    queryKey: ['slot-proof', of],
    queryFn: () => api.get<SlotProof>(`/api/audit/proofs/${of}`),
    staleTime: 60_000,
  });
  if (!data?.receipt) return null;
  const { receipt, proof } = data;
  const pasted = proof ? JSON.stringify({ receipt, proof }) : receipt;
  return (
    <p>
      {proof
        ? `Public proof of your slot: seal ${proof.seal.number} of our log. `
        : 'You have a signed receipt. Public proof follows within 24 hours. '}
      <Link to={`/verify#${encodeURIComponent(pasted)}`} className="font-medium">
        Check the receipt
      </Link>
    </p>
  );
}
