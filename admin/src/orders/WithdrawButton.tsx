import WithdrawIcon from '@mui/icons-material/RemoveCircleOutlined';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { required, TextInput, useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';

export function WithdrawButton() {
  const order = useRecordContext<AdminOrder>();
  if (!order) return null;
  return (
    <ActionButton<{ reason: string }, unknown>
      label="Withdraw"
      refusal={order.refusals.withdraw?.error}
      pending="Withdrawing…"
      title="Withdraw this order?"
      explain="Its slot becomes free, nothing is charged, and the holder gets an email."
      done="The order was withdrawn."
      icon={<WithdrawIcon />}
      danger
      run={(values, key) => dataProvider.withdraw(order.orderId, values, key)}
    >
      <TextInput source="reason" label="Reason" helperText="The holder can read it." validate={required()} autoFocus />
    </ActionButton>
  );
}
