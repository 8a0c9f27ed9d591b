import SettledIcon from '@mui/icons-material/Handshake';
import PaidIcon from '@mui/icons-material/PriceCheck';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import type { ReactElement } from 'react';
import { maxLength, required, TextInput, useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { OwnProof, type Proof } from '../ui/OwnProof.js';

interface Settlement {
  refusal: 'settle' | 'settlePurchase';
  /** refusals at which there is nothing to ask */
  notShown: readonly string[];
  label: string;
  title: string;
  explain: string;
  done: string;
  icon: ReactElement;
  reason: string;
  readers: string;
}
const SETTLEMENTS: Record<'settleRefund' | 'settlePurchase', Settlement> = {
  settleRefund: {
    refusal: 'settle',
    notShown: ['nothing-owed', 'placing'],
    label: 'Paid another way',
    title: 'Was this money paid another way?',
    explain:
      'A refund of this order failed. Pay the money first, then record here how you paid it. This button pays nothing and cannot be undone.',
    done: 'The payment is recorded.',
    icon: <PaidIcon />,
    reason: 'How it was paid',
    readers: 'The shopper reads this in an email. Do not include account numbers.',
  },
  settlePurchase: {
    refusal: 'settlePurchase',
    notShown: ['nothing-to-settle', 'placing', 'done'],
    label: 'Purchase settled',
    title: 'Is this purchase settled with the retailer?',
    explain:
      'What the retailer sold and what it was paid differ. Clear it up with the retailer first, then record here how. This button moves no money and cannot be undone.',
    done: 'The purchase is settled.',
    icon: <SettledIcon />,
    reason: 'How it was settled',
    readers: "It stands in the order's story, which the shopper can download. No account numbers.",
  },
};

/** Records what was done about money outside: a failed refund paid another way, or a sale and its payment brought together. */
export function SettleButton({ what }: { what: keyof typeof SETTLEMENTS }) {
  const order = useRecordContext<AdminOrder>();
  const { refusal: named, notShown, reason, readers, ...words } = SETTLEMENTS[what];
  const refusal = order?.refusals[named];
  if (!order || notShown.includes(refusal?.code ?? '')) return null;
  return (
    <ActionButton<{ reason: string } & Proof, unknown>
      {...words}
      refusal={refusal?.error}
      pending="Recording…"
      run={(values, key) => dataProvider[what](order.orderId, values, key)}
    >
      <TextInput
        source="reason"
        label={reason}
        helperText={readers}
        validate={[required(), maxLength(300)]}
        autoFocus
      />
      <OwnProof />
    </ActionButton>
  );
}
