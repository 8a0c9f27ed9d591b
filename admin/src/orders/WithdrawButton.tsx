import WithdrawIcon from '@mui/icons-material/RemoveCircleOutlined';
import { required, TextInput } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { useOffered } from './offered.js';

export function WithdrawButton() {
  const order = useOffered('withdraw');
  if (!order) return null;
  return (
    <ActionButton<{ reason: string }, unknown>
      label="Withdraw"
      pending="Withdrawing…"
      title="Withdraw this order?"
      explain="Its slot becomes free, nothing is charged, and the holder is mailed."
      done="The order is withdrawn."
      icon={<WithdrawIcon />}
      danger
      run={(values, key) => dataProvider.withdraw(order.orderId, values, key)}
    >
      <TextInput source="reason" label="Reason" helperText="The holder reads it." validate={required()} autoFocus />
    </ActionButton>
  );
}
