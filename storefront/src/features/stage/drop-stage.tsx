import { productTopic } from '@supreme-access/contract/live-topics.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import { useByServerTime } from '../../api/clock.js';
import { Button } from '../../ui/button.js';
import { Countdown, DepartureTimes } from '../../ui/countdown.js';
import { RowBoundary } from '../../ui/row-boundary.js';
import { useLiveDrops, useProgress, useToldDrop } from '../shop/live-drops.js';
import { ReleaseProgress } from '../shop/release-progress.js';
import { notify } from '../shop/reminders.js';
import type { Cast } from './cast.js';
import { type Ending, endingOf } from './ending.js';
import { StageTicket } from './stage-ticket.js';
import { useLookWhileHidden, useTellElsewhere } from './tell-elsewhere.js';

/** waiting: the release is over, and what came of a ticket is not known yet */
type Act = 'counting' | 'running' | 'waiting' | 'over';

/** What is told in words follows the stamps: an order is as it was until the last of its stamps has landed. */
function useLandedOrders(orders: readonly Order[]) {
  const [landed, setLanded] = useState<ReadonlyMap<string, Order>>(new Map());
  const land = useCallback((order: Order) => setLanded((before) => new Map(before).set(order.orderId, order)), []);
  return { landed: orders.map((order) => landed.get(order.orderId) ?? order), land };
}

/** The acts follow the server's clock: at zero no request is needed to know. */
function useAct({ productId, orders, releaseAt }: Cast, landed: readonly Order[]): Act {
  const departsAt = Date.parse(releaseAt ?? '');
  const hasCome = useByServerTime((now) => Number.isNaN(departsAt) || now >= departsAt);
  const isFinished = Boolean(useToldDrop(productId)?.releaseFinishedAt);
  if (landed.every((order) => endingOf(order) !== null)) return 'over';
  if (isFinished && orders.some((order) => endingOf(order) === null)) return 'waiting';
  return hasCome || orders.some(({ status }) => status !== 'pending') ? 'running' : 'counting';
}

interface DropStageProps {
  drop: Cast;
  /** where a fee is paid */
  settle?(order: Order): ReactNode;
  onClose(): void;
}

/** The minute of the drop, for who holds a slot of it: ticket and flaps, then the stamps, then how it ended. */
export function LiveStage(props: DropStageProps) {
  useLiveDrops(productTopic(props.drop.productId));
  return <DropStage {...props} />;
}

/** The same on a page that listens to the drop already. */
export function DropStage({ drop, settle, onClose }: DropStageProps) {
  const title = useId();
  const { productId, productTitle, releaseAt, orders } = drop;
  const { landed, land } = useLandedOrders(orders);
  const act = useAct(drop, landed);
  const progress = useProgress(productId);
  const endings = landed.map(endingOf);
  const isFinal = act === 'over' || act === 'waiting';
  useTellElsewhere(`${headOf(act, endings)} ${productTitle}`, isFinal ? 'over' : 'running');
  useLookWhileHidden(act === 'over');
  const outcome = act === 'over' ? headOf(act, endings) : '';
  useEffect(() => {
    if (outcome) notify(productId, productTitle, outcome);
  }, [productId, productTitle, outcome]);
  return (
    <section aria-labelledby={title} className="stage gutter grid gap-8 py-8 lg:py-12" data-act={act}>
      <header className="columns items-end gap-y-6">
        <h2 id={title} dir="auto" className="heading col-span-4 text-title break-words lg:col-span-7">
          {productTitle}
        </h2>
        <div className="col-span-4 grid gap-2.5 lg:col-span-5">
          {act === 'counting' && releaseAt && (
            <>
              <Countdown to={releaseAt} />
              <DepartureTimes at={releaseAt} zone={null} />
            </>
          )}
          {act === 'running' && <ReleaseProgress productId={productId} large />}
          {act === 'waiting' && <p className="font-medium">{WAITING}</p>}
          {isFinal && progress && (
            <p className="count text-sm">
              {progress.checkedOut} of {progress.due} checked out
            </p>
          )}
        </div>
      </header>
      <p aria-live="polite" className="sr-only">
        {spoken(act, productTitle)}
      </p>
      <ul className="grid gap-6">
        {orders.map((order) => (
          <li key={order.orderId}>
            <RowBoundary what="ticket">
              <StageTicket order={order} settle={settle} onLanded={land} />
            </RowBoundary>
          </li>
        ))}
      </ul>
      {isFinal && (
        <Button look="quiet" className="justify-self-start" onClick={onClose}>
          Done
        </Button>
      )}
    </section>
  );
}

const WAITING =
  "The release is over. We are still waiting for the retailer's answer, and will email you as soon as we have it.";

function headOf(act: Act, endings: readonly (Ending | null)[]): string {
  if (act === 'counting') return 'Departs in a minute:';
  if (act === 'running') return 'Checking out:';
  if (act === 'waiting') return 'Waiting for the retailer:';
  return endings.length === 1 ? (endings[0]?.title ?? '') : 'Release over:';
}

function spoken(act: Act, title: string): string {
  if (act === 'counting') return `The release of ${title} starts in less than a minute.`;
  if (act === 'running') return `The release of ${title} is running. We are checking out for you.`;
  return act === 'waiting' ? WAITING : '';
}
