import { money } from '@supreme-access/contract/labels.js';
import type { ActionView, OpenFee, Order } from '@supreme-access/contract/shapes/orders.js';
import { Button } from '../../ui/button.js';
import { ThumbBar } from '../../ui/thumb-bar.js';
import { viewerTime } from '../../ui/times.js';
import { FeeCard } from '../cards/fee-card.js';
import { ActButton } from './act-button.js';

interface FeeFormsProps {
  order: Order;
  fee: ActionView['fee'];
  /** Without a token the card on file pays. */
  act(body?: { token: string }): Promise<void>;
}

export function FeeForms({ order, fee, act }: FeeFormsProps) {
  const amount = money(order.price, order.currency);
  const pay = (token: string) => act({ token });
  if (fee?.why === 'authenticate') {
    return (
      <>
        <ThumbBar>
          <PayUntil fee={fee} />
          <ActButton label={`Confirm ${amount}`} className="text-lg lg:justify-self-start" act={act} />
        </ThumbBar>
        <FeeCard name={order.name} zip={null} save={pay} className="grid gap-4 border-t border-fg pt-6" lead={<Lead />}>
          {(busy) => (
            <Button type="submit" variant="quiet" disabled={busy} className="justify-self-start">
              {busy ? 'Paying...' : payLabel(amount)}
            </Button>
          )}
        </FeeCard>
      </>
    );
  }
  return (
    <>
      <FeeCard name={order.name} zip={null} save={pay} className="grid gap-4" lead={<Lead />}>
        {(busy) => (
          <ThumbBar>
            {fee && <PayUntil fee={fee} />}
            <Button type="submit" disabled={busy} className="text-lg lg:justify-self-start">
              {busy ? 'Paying...' : payLabel(amount)}
            </Button>
          </ThumbBar>
        )}
      </FeeCard>
      <div className="grid justify-items-start gap-3 border-t border-rule pt-6">
        <p className="text-muted">Has your bank approved the payment, or is there money on the card again?</p>
        <ActButton variant="quiet" label={`Try My Card Again for ${amount}`} act={act} />
      </div>
    </>
  );
}

const payLabel = (amount: string) => `Pay ${amount} With This Card`;

function Lead() {
  return <h2 className="heading text-head">Another card</h2>;
}

function PayUntil({ fee: { payUntil } }: { fee: OpenFee }) {
  return (
    <p className="text-sm">
      Pay until{' '}
      <time dateTime={payUntil} className="count font-medium">
        {viewerTime(payUntil)}
      </time>
      . After that the order is closed: you keep the item, and no fee is taken.
    </p>
  );
}
