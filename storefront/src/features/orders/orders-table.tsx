import { money, sizeLabel, styleLabel } from '@supreme-access/contract/labels.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { Suspense, useState } from 'react';
import { RowBoundary } from '../../ui/row-boundary.js';
import { StatusMark } from '../../ui/status-mark.js';
import { OrderDetails } from './order-details.js';
import { itemOf } from './story.js';

const HEADS = ['Order', 'Product', 'Size', 'Style', 'Fee', 'Status'];

interface OrdersTableProps {
  orders: readonly Order[];
  linkedOrderId?: string | null;
  inReleaseView?: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

export function OrdersTable({ orders, linkedOrderId = null, inReleaseView = NONE }: OrdersTableProps) {
  const first = orders.find(({ orderId }) => orderId === linkedOrderId) ?? orders[0];
  const [openId, setOpenId] = useState(first?.orderId ?? '');
  return (
    <table className="orders w-full border-t border-fg text-left">
      <thead>
        <tr className="text-mini text-muted">
          {HEADS.map((head) => (
            <th key={head} scope="col" className="py-2 pr-4 font-normal">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {orders.map((order) => (
        <tbody key={order.orderId} className="border-t border-rule">
          <RowBoundary what="order" columns={HEADS.length}>
            <OrderRow
              order={order}
              open={order.orderId === openId}
              isLinked={order.orderId === linkedOrderId}
              inReleaseView={inReleaseView.has(order.orderId)}
              onToggle={() => setOpenId(order.orderId === openId ? '' : order.orderId)}
            />
          </RowBoundary>
        </tbody>
      ))}
    </table>
  );
}

interface OrderRowProps {
  order: Order;
  open: boolean;
  isLinked: boolean;
  inReleaseView: boolean;
  onToggle(): void;
}

function scrollIntoView(row: HTMLElement | null) {
  row?.scrollIntoView?.({ block: 'center' });
}

function OrderRow({ order, open, isLinked, inReleaseView, onToggle }: OrderRowProps) {
  const panel = `order-${order.orderId}`;
  const { size, style } = itemOf(order);
  return (
    <>
      <tr ref={isLinked ? scrollIntoView : null} className="orders-row hover:bg-sheet">
        <td data-head="Order" className="count text-sm break-all">
          <span title={order.orderId}>{order.orderId.slice(0, 8)}</span>
        </td>
        <RowTitle title={order.productTitle} open={open} panel={panel} onToggle={onToggle} />
        <td data-head="Size" className="count">
          {sizeLabel(size)}
        </td>
        <td data-head="Style">{styleLabel(style)}</td>
        <td data-head="Fee" className="count">
          {money(order.price, order.currency)}
        </td>
        <td data-head="Status">
          <StatusMark status={order.status} label={order.statusLabel} />
        </td>
      </tr>
      {open && (
        <tr>
          <td id={panel} colSpan={HEADS.length}>
            <Suspense fallback={null}>
              <OrderDetails order={order} inReleaseView={inReleaseView} />
            </Suspense>
          </td>
        </tr>
      )}
    </>
  );
}

interface RowTitleProps {
  title: string;
  open: boolean;
  panel: string;
  onToggle(): void;
}

function RowTitle({ title, open, panel, onToggle }: RowTitleProps) {
  return (
    <th scope="row" className="orders-title">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={panel}
        onClick={onToggle}
        className="heading flex min-h-11 w-full items-center gap-3 text-left text-[1.625rem] leading-none"
      >
        <span aria-hidden="true" className="count text-base font-normal">
          {open ? '−' : '+'}
        </span>
        <bdi>{title}</bdi>
      </button>
    </th>
  );
}
