import { isStaff } from '@supreme-access/contract/sessions.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { AccountInfo } from '@supreme-access/contract/shapes/people.js';
import { OPEN_STATUSES } from '@supreme-access/contract/statuses.js';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../api/session.js';
import { useAccount } from '../features/account/account.js';
import { AccountNav } from '../features/account/account-nav.js';
import { LatestTicket } from '../features/orders/latest-ticket.js';
import { useOrders } from '../features/orders/orders.js';
import { shopGate } from '../features/setup/setup-stage.js';
import { LoadFailure, Loading } from '../ui/load-state.js';
import { RowBoundary } from '../ui/row-boundary.js';

export function Dashboard() {
  const session = useSession();
  const staff = session !== null && isStaff(session);
  useEffect(() => {
    if (staff) location.assign('/admin');
  }, [staff]);
  return staff ? <Loading /> : <AccountDashboard />;
}

function AccountDashboard() {
  const account = useAccount();
  const orders = useOrders();
  const failed = [account, orders].find(({ isLoadingError }) => isLoadingError);
  return (
    <>
      <AccountNav />
      <header className="gutter py-8 lg:py-12">
        <h1 className="heading text-title">Dashboard</h1>
        {account.data && (
          <p className="mt-3 text-muted">
            Logged in as <bdi>{account.data.name || account.data.email}</bdi>.
          </p>
        )}
      </header>
      {failed?.error && <LoadFailure error={failed.error} retry={failed.refetch} />}
      {!failed && (account.isPending || orders.isPending) && <Loading />}
      {account.data && orders.data && (
        <div className="gutter columns gap-y-10">
          <RowBoundary what="ticket">
            <LatestTicket order={orders.data[0]} />
          </RowBoundary>
          <Overview account={account.data} orders={orders.data} />
        </div>
      )}
    </>
  );
}

function Overview({ account, orders }: { account: AccountInfo; orders: readonly Order[] }) {
  const open = orders.filter(({ status }) => OPEN_STATUSES.some((each) => each === status)).length;
  const gate = shopGate(account);
  const rows = [
    { to: '/user/orders', name: 'Open orders', value: String(open) },
    { to: '/user/orders', name: 'All orders', value: String(orders.length) },
    { to: '/user/profiles', name: 'Profiles', value: String(account.profiles) },
    { to: '/user/account', name: 'Card', value: account.billingLast4 ? `•••• ${account.billingLast4}` : 'None' },
  ];
  return (
    <section className="col-span-4 lg:col-span-4 lg:col-start-9" aria-label="At a glance">
      <ul className="border-t border-fg">
        {rows.map(({ to, name, value }) => (
          <li key={name} className="border-b border-rule">
            <Link to={to} className="flex min-h-16 items-center justify-between gap-4 no-underline hover:bg-sheet">
              <span>{name}</span>
              <span className="count text-2xl font-bold">{value}</span>
            </Link>
          </li>
        ))}
      </ul>
      {gate && (
        <p className="mt-4">
          Your setup is not finished. <Link to={gate}>Finish it</Link> to secure a slot.
        </p>
      )}
    </section>
  );
}
