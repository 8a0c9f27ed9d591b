import { Link } from 'react-router-dom';
import { Dialog } from '../../ui/dialog.js';
import { SampleNote } from '../../ui/sample-note.js';
import { Ticket } from '../../ui/ticket.js';

const SAMPLES = [
  { slotNumber: 14, totalStock: 200, productTitle: 'Sample Hoodie', size: 'm', style: 'Stone', price: 35 },
  { slotNumber: 3, totalStock: 40, productTitle: 'Sample Cap', size: 'os', style: 'One Style', price: 20 },
];

export function CartSheet({ onClose }: { onClose(): void }) {
  return (
    <Dialog open title="Cart" shape="side" onClose={onClose}>
      <div className="grid gap-5 p-4 lg:p-6">
        <SampleNote>
          This shop needs no cart: you secure a slot with one confirmation. Your orders are under{' '}
          <Link to="/user/orders">Orders</Link>.
        </SampleNote>
        {SAMPLES.map((facts) => (
          <Ticket key={facts.productTitle} facts={facts} tone="draft" />
        ))}
      </div>
    </Dialog>
  );
}
