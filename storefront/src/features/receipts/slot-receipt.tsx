import type { SlotProof } from '@supreme-access/contract/seals.js';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { api } from '../../api/api.js';

/** What the holder of a slot has in hand of it: the receipt at once, the proof once a seal counts it. */
export function SlotReceipt({ orderId }: { orderId: string }) {
  const { data } = useQuery({
    queryKey: ['slot-proof', orderId],
    queryFn: () => api.get<SlotProof>(`/api/audit/proofs/orders/${encodeURIComponent(orderId)}`),
    staleTime: 60_000,
  });
  if (!data?.receipt) return null;
  const { receipt, proof } = data;
  const pasted = proof ? JSON.stringify({ receipt, proof }) : receipt;
  return (
    <p>
      {proof
        ? `Seal ${proof.seal.number} of our log counts your slot. `
        : 'We signed for your slot; within a day a seal of our log counts it. '}
      <Link to={`/verify#${encodeURIComponent(pasted)}`} className="font-medium">
        Check the receipt
      </Link>
    </p>
  );
}
