import { jest } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type AuthProvider } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { verdict } from './ReadModelRows.js';
import { SystemPage } from './SystemPage.js';
import { system } from './system-data.js';

const READINESS = {
  ready: false,
  role: 'all',
  conditions: [
    { name: 'Stores', state: 'fine', says: 'Event log, read models and vault are responding.', todo: null },
    { name: 'Projections', state: 'not ready', says: 'due has stopped at e-1: no', todo: 'Start a program that can.' },
  ],
};
const MODEL = { version: 1, position: 90, lagEvents: 0, lagMs: 0, state: 'running', why: null, stoppedAt: null };
const REBUILD = {
  id: '0badcafe',
  projection: 'orders',
  state: 'compared',
  begunAt: '2026-11-20T11:00:00Z',
  position: 100,
  head: 100,
  rows: 30,
  differing: 1,
  unexplained: 0,
  differences: [{ id: 'order-3', what: 'other', fields: ['status'] }],
  problem: null,
};
const MODELS = {
  folds: true,
  head: 100,
  notNow: null as string | null,
  rebuild: REBUILD,
  projections: [
    { name: 'orders', ...MODEL },
    { name: 'due', ...MODEL, state: 'stopped', why: 'cannot take it', lagEvents: 10, lagMs: 5_000 },
  ],
};
const ROW = {
  kind: 'mail',
  attempts: 3,
  nextAttemptAt: '2026-11-20T11:00:00Z',
  isLate: true,
  isParked: false,
  parkedAt: null,
  partner: 'mail',
};

type Answers = Partial<Record<keyof typeof system, unknown>>;

function show(path: string, answers: Answers, mayWrite = true) {
  const names = Object.keys(system) as (keyof typeof system)[];
  const spies = Object.fromEntries(
    names.map((name) => {
      const answer = async () => {
        if (answers[name] === undefined) throw new Error('It is away.');
        return answers[name];
      };
      return [name, jest.spyOn(system, name).mockImplementation(answer as never)];
    }),
  );
  const authProvider = { canAccess: async () => mayWrite, checkError: async () => {} } as unknown as AuthProvider;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MemoryRouter initialEntries={[path]}>
      <AdminContext authProvider={authProvider} queryClient={queryClient}>
        <SystemPage />
      </AdminContext>
    </MemoryRouter>,
  );
  return { user: userEvent.setup(), spies };
}

const confirmed = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await user.click(await screen.findByRole('button', { name }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name }));
};

describe('the system page', () => {
  afterEach(() => jest.restoreAllMocks());

  it('shows in words whether the server is ready, and what to do', async () => {
    show('/system', { readiness: READINESS });
    expect(await screen.findByText('due has stopped at e-1: no')).toBeVisible();
    expect(screen.getByText('Start a program that can.')).toBeVisible();
    expect(screen.getAllByText('not ready').length).toBeGreaterThan(0);
  });

  it('shows a change of readiness on every tab', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const { spies } = show('/system?show=partners', { readiness: READINESS, partners: [] });
      expect(await screen.findByText('not ready')).toBeVisible();
      spies.readiness?.mockImplementation((async () => ({ ...READINESS, ready: true })) as never);
      await act(() => jest.advanceTimersByTimeAsync(5_000));
      expect(screen.getByText('ready')).toBeVisible();
    } finally {
      jest.useRealTimers();
    }
  });

  it('shows a failed request, and empty lists', async () => {
    show('/system?show=partners', {});
    expect(await screen.findByRole('alert')).toHaveTextContent('It is away.');
    show('/system?show=bounces', { bounces: [] });
    expect(await screen.findByText('No emails have bounced.')).toBeVisible();
  });

  it('keeps the page when a part fails to render', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    show('/system?show=bounces', { bounces: [null] });
    expect(await screen.findByText('This part cannot be shown.')).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Bounced emails' })).toBeVisible();
  });

  it('lists bounced mails with links to their subjects', async () => {
    const bounce = { id: 'b-1', kind: 'x', reason: 'no-mailbox', reply: '5.1.1', at: '2026-11-20T11:00:00Z' };
    const abouts = ['order', 'account', 'invitation', 'check', 'product'];
    show('/system?show=bounces', { bounces: abouts.map((about) => ({ ...bounce, id: about, about, aboutId: 'a' })) });
    const links = await screen.findAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/orders/a/show',
      '/accounts/a/show',
      '/invitations',
      '/products/a/show',
      '/products/a/show',
    ]);
  });

  it('replaces a read model by the compared one after confirmation', async () => {
    const { user, spies } = show('/system?show=read-models', { readModels: MODELS, replace: { rebuild: REBUILD } });
    expect(await screen.findByText(/30 rows compared: 1 different\./)).toBeVisible();
    expect(screen.getByText('order-3')).toBeVisible();
    expect(screen.getByText(/10 events behind, for 5 s/)).toBeVisible();
    await confirmed(user, 'Replace');
    await waitFor(() => expect(spies.replace).toHaveBeenCalledTimes(1));
    expect(spies.replace?.mock.calls[0]?.slice(0, 2)).toEqual(['orders', '0badcafe']);
  });

  it('shows why no rebuild can start', async () => {
    const readModels = { ...MODELS, rebuild: null, notNow: 'A release is near.' };
    const { user, spies } = show('/system?show=read-models', { readModels });
    const [button] = await screen.findAllByRole('button', { name: 'Rebuild' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.hover(button as HTMLElement);
    expect(await screen.findByText('A release is near.')).toBeVisible();
    expect(spies.rebuild).not.toHaveBeenCalled();
  });

  it('shows the troubles of jobs as readiness does', async () => {
    const none = { partner: null, waiting: 1, overdue: 1, late: 0, oldestLateMs: 14_400_000, parked: 0, hanging: 0 };
    const jobKinds = [
      { ...none, kind: 'ask-codes', awaitsOperator: 0, troubles: [] },
      { ...none, kind: 'mail', late: 1, awaitsOperator: 0, troubles: ['1 overdue, the oldest by 4 h'] },
    ];
    show('/system?show=due', { jobKinds, jobRows: [], parkedJobs: [] });
    const [asks, mails] = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(asks).toContain('Ask for missing security codes1 in progress');
    expect(asks).not.toMatch(/overdue|4 h/);
    expect(mails).toContain('1 overdue, the oldest by 4 h');
  });

  it('retries a stuck job now', async () => {
    const jobRows = [{ id: 'mail:order-1', subject: 'order-1', reason: 'greylisted', ...ROW }];
    const { user, spies } = show('/system?show=due', { jobRows, jobKinds: [], retry: { retried: 1 } });
    await confirmed(user, 'Retry now');
    await waitFor(() => expect(spies.retry).toHaveBeenCalledTimes(1));
    expect(spies.retry?.mock.calls[0]?.[0]).toEqual({ kind: 'mail', id: 'order-1' });
    await waitFor(() => expect(spies.jobRows).toHaveBeenCalledTimes(2));
  });

  it('retries a parked job, or dismisses it with a reason', async () => {
    const parkedJobs = [
      { id: 'webhook:evt_1', ...ROW, kind: 'webhook', subject: 'evt_1', reason: 'refund-open', nextAttemptAt: null },
    ].map((row) => ({ ...row, parkedAt: '2026-11-20T12:00:00Z', attempts: 20 }));
    const answers = { jobRows: [], jobKinds: [], parkedJobs, retry: { retried: 1 }, setAside: { success: true } };
    const { user, spies } = show('/system?show=due', answers);
    await confirmed(user, 'Retry');
    await waitFor(() => expect(spies.retry?.mock.calls[0]?.[0]).toEqual({ kind: 'webhook', id: 'evt_1' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Set aside' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Set aside' }));
    expect(spies.setAside).not.toHaveBeenCalled();
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'made twice at Stripe');
    await user.click(dialog.getByRole('button', { name: 'Set aside' }));
    const body = { kind: 'webhook', id: 'evt_1', reason: 'made twice at Stripe' };
    await waitFor(() => expect(spies.setAside?.mock.calls[0]?.[0]).toEqual(body));
  });

  it('offers auditors no actions', async () => {
    show('/system?show=read-models', { readModels: MODELS }, false);
    expect(await screen.findByText('orders v1')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Rebuild|Replace/ })).toBeNull();
  });

  it('describes the result of a comparison', () => {
    expect(verdict({ rows: 30, differing: 0, unexplained: 0 })).toBe('All 30 rows match the event log.');
    expect(verdict({ rows: 30, differing: 2, unexplained: 1 })).toBe(
      '30 rows compared: 2 different, 1 without an event.',
    );
  });
});
