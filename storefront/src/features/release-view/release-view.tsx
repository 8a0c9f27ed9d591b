import { productTopic } from '@supreme-access/contract/live-topics.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import { useByServerTime } from '../../api/clock.js';
import { Button } from '../../ui/button.js';
import { Countdown, ReleaseTimes } from '../../ui/countdown.js';
import { RowBoundary } from '../../ui/row-boundary.js';
import { useLiveDrops, useProgress, useStreamedDrop } from '../shop/live-drops.js';
import { ReleaseProgress } from '../shop/release-progress.js';
import { notify } from '../shop/reminders.js';
import { type Ending, endingOf } from './ending.js';
import { usePollingWhileHidden, useTabTitle } from './hidden-tab.js';
import { LiveTicket } from './live-ticket.js';
import type { ReleaseGroup } from './release-groups.js';

/** `waiting`: the release is over, and an order's outcome is not known yet. */
type Phase = 'counting' | 'running' | 'waiting' | 'over';

/** Texts follow the animation: an order keeps its former status until its last stamp has landed. */
function useLandedOrders(orders: readonly Order[]) {
  const [landed, setLanded] = useState<ReadonlyMap<string, Order>>(new Map());
  const land = useCallback((order: Order) => setLanded((before) => new Map(before).set(order.orderId, order)), []);
  return { landed: orders.map((order) => landed.get(order.orderId) ?? order), land };
}

/** The phases follow the server's clock, so that no request is needed at zero. */
function usePhase({ productId, orders, releaseAt }: ReleaseGroup, landed: readonly Order[]): Phase {
  const releaseTime = Date.parse(releaseAt ?? '');
  const hasCome = useByServerTime((now) => Number.isNaN(releaseTime) || now >= releaseTime);
  const isFinished = Boolean(useStreamedDrop(productId)?.releaseFinishedAt);
  if (landed.every((order) => endingOf(order) !== null)) return 'over';
  if (isFinished && orders.some((order) => endingOf(order) === null)) return 'waiting';
  return hasCome || orders.some(({ status }) => status !== 'pending') ? 'running' : 'counting';
}

interface ReleaseViewProps {
  drop: ReleaseGroup;
  settle?(order: Order): ReactNode;
  onClose(): void;
}

/** The live view of a release for holders of a slot. */
export function LiveReleaseView(props: ReleaseViewProps) {
  useLiveDrops(productTopic(props.drop.productId));
  return <ReleaseView {...props} />;
}

/** For pages that subscribe to the drop already. */
export function ReleaseView({ drop, settle, onClose }: ReleaseViewProps) {
  const title = useId();
  const { productId, productTitle, releaseAt, orders } = drop;
  const { landed, land } = useLandedOrders(orders);
  const phase = usePhase(drop, landed);
  const progress = useProgress(productId);
  const endings = landed.map(endingOf);
  const isFinal = phase === 'over' || phase === 'waiting';
  useTabTitle(`${headOf(phase, endings)} ${productTitle}`, isFinal ? 'over' : 'running');
  usePollingWhileHidden(phase === 'over');
  const outcome = phase === 'over' ? headOf(phase, endings) : '';
  useEffect(() => {
    if (outcome) notify(productId, productTitle, outcome);
  }, [productId, productTitle, outcome]);
  return (
    <section aria-labelledby={title} className="stage gutter grid gap-8 py-8 lg:py-12" data-act={phase}>
      <header className="columns items-end gap-y-6">
        <h2 id={title} dir="auto" className="heading col-span-4 text-title break-words lg:col-span-7">
          {productTitle}
        </h2>
        <div className="col-span-4 grid gap-2.5 lg:col-span-5">
          {phase === 'counting' && releaseAt && (
            <>
              <Countdown to={releaseAt} />
              <ReleaseTimes at={releaseAt} zone={null} />
            </>
          )}
          {phase === 'running' && <ReleaseProgress productId={productId} large />}
          {phase === 'waiting' && <p className="font-medium">{WAITING}</p>}
          {isFinal && progress && (
            <p className="count text-sm">
              {progress.checkedOut} of {progress.due} checked out
            </p>
          )}
        </div>
      </header>
      <p aria-live="polite" className="sr-only">
        {announcement(phase, productTitle)}
      </p>
      <ul className="grid gap-6">
        {orders.map((order) => (
          <li key={order.orderId}>
            <RowBoundary what="ticket">
              <LiveTicket order={order} settle={settle} onLanded={land} />
            </RowBoundary>
          </li>
        ))}
      </ul>
      {isFinal && (
        <Button variant="quiet" className="justify-self-start" onClick={onClose}>
          Done
        </Button>
      )}
    </section>
  );
}

const WAITING =
  "The release is over. We are still waiting for the retailer's answer, and will email you as soon as we have it.";

function headOf(phase: Phase, endings: readonly (Ending | null)[]): string {
  if (phase === 'counting') return 'Departs in a minute:';
  if (phase === 'running') return 'Checking out:';
  if (phase === 'waiting') return 'Waiting for the retailer:';
  return endings.length === 1 ? (endings[0]?.title ?? '') : 'Release over:';
}

function announcement(phase: Phase, title: string): string {
  if (phase === 'counting') return `The release of ${title} starts in less than a minute.`;
  if (phase === 'running') return `The release of ${title} is running. We are checking out for you.`;
  return phase === 'waiting' ? WAITING : '';
}
