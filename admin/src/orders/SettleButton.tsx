import SettledIcon from '@mui/icons-material/Handshake';
import PaidIcon from '@mui/icons-material/PriceCheck';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { maxLength, required, TextInput, useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { OwnProof, type Proof } from '../ui/OwnProof.js';

const WORDS = {
  settleRefund: {
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
    label: 'Purchase settled',
    title: 'Is this purchase settled with the retailer?',
    explain:
      'What the retailer sold and what it was paid differ. Clear it up with the retailer first, then record here how. This button moves no money and cannot be undone.',
    done: 'The purchase is settled.',
    icon: <SettledIcon />,
    reason: 'How it was settled',
    readers: "It stands in the order's story, which the shopper can download. No account numbers.",
  },
} as const;
const NOT_SHOWN = ['nothing-owed', 'nothing-to-settle', 'placing', 'done'];

/** Records what was done about money outside: a failed refund paid another way, or a sale and its payment brought together. */
export function SettleButton({ what }: { what: keyof typeof WORDS }) {
  const order = useRecordContext<AdminOrder>();
  const refusal = order?.refusals[what === 'settleRefund' ? 'settle' : what];
  if (!order || NOT_SHOWN.includes(refusal?.code ?? '')) return null;
  const { reason, readers, ...words } = WORDS[what];
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
