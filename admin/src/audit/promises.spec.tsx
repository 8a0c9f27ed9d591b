import { jest } from '@jest/globals';
import type { AuditPromise, AuditRun, PromiseCheck } from '@supreme-access/contract/shapes/audit.js';
import { screen, waitFor, within } from '@testing-library/react';
import { openPage } from '../../../test/fixtures/admin/page.js';
import { LedgerDiff } from './LedgerDiff.js';
import { PromisesPage } from './PromisesPage.js';
import { checkedBy, isBehind, uncheckedBy } from './promise-words.js';

const AT = '2026-11-20T09:07:00.000Z';
const NOTHING = { events: 0, drops: 0, slots: 0, fees: 0, isMore: false };
const check = (kind: PromiseCheck['kind'], more: Partial<PromiseCheck> = {}): PromiseCheck => ({
  kind,
  state: 'kept',
  runId: `${kind}-1`,
  at: AT,
  figures: {},
  found: 0,
  findings: [],
  since: NOTHING,
  later: null,
  ...more,
});
const replayed = check('replay', { figures: { products: 16, slots: 1_204, orders: 1_180, fees: 812, proofs: 812 } });
const never = check('reconcile', { state: 'unchecked', runId: null, at: null, since: null });
const broken = check('verify', {
  state: 'broken',
  found: 2,
  findings: [{ id: 'chain-broken:order-1:2', what: 'chain-broken', about: 'order-1', detail: 'revision 2' }],
});
const PROMISES: AuditPromise[] = [
  { promise: 'never-oversold', state: 'kept', checks: [replayed] },
  { promise: 'charged-on-evidence', state: 'unchecked', checks: [replayed, never] },
  { promise: 'nothing-changed', state: 'broken', checks: [broken] },
];
const reconciled = {
  id: 'r-1',
  kind: 'reconcile',
  figures: { feesEqual: 812, purchasesEqual: 811, findings: 1 },
  findings: [
    {
      id: 'amount-differs:intent:pi_1',
      what: 'amount-differs',
      about: 'pi_1',
      orderId: 'o-1',
      sides: {
        log: { says: 'charged', amount: 3_500, currency: 'usd' },
        stripe: { says: 'charged', amount: 3_400, currency: 'usd' },
      },
    },
  ],
  healed: [],
} as unknown as AuditRun;

const posts: unknown[] = [];
const realFetch = globalThis.fetch;
beforeEach(() => {
  posts.length = 0;
  globalThis.fetch = jest.fn(async (input: unknown, init: RequestInit = {}) => {
    if (init.method === 'POST') posts.push(JSON.parse(String(init.body)));
    const { pathname } = new URL(String(input), 'http://localhost');
    const kinds = ['replay', 'reconcile', 'verify'].map((kind) => ({ kind, reason: null, inTheWay: null }));
    const answer = { promises: PROMISES, kinds, runs: { success: true, runId: 'r-2' } }[
      pathname.split('/').at(-1) ?? ''
    ];
    const text = async () => JSON.stringify(answer ?? []);
    return { ok: true, status: 200, statusText: '', headers: new Headers(), text };
  }) as unknown as typeof fetch;
});
afterAll(() => {
  globalThis.fetch = realFetch;
});

describe('the page of the promises', () => {
  it('shows each as a verdict with its counts, the run behind it, and what was found', async () => {
    openPage('/promises', { '/promises': <PromisesPage /> });
    const kept = within(await screen.findByRole('region', { name: 'Never oversold' }));
    expect(kept.getByText('16 drops, 1,204 slots')).toBeVisible();
    expect(kept.getByText('No slot was reserved since.')).toBeVisible();
    expect(kept.getByRole('link', { name: /^Replay / })).toHaveAttribute('href', '/audit/runs/replay-1');
    expect(kept.queryByRole('button')).toBeNull();
    const found = within(screen.getByRole('region', { name: 'Nothing changed' }));
    expect(found.getByRole('alert')).toHaveTextContent('2 problems foundChain broken: order-1, revision 2');
  });

  it('starts what is missing', async () => {
    const user = openPage('/promises', { '/promises': <PromisesPage /> });
    const part = within(await screen.findByRole('region', { name: 'Charged only on evidence' }));
    expect(part.getByText('No run yet.')).toBeVisible();
    await user.click(await part.findByRole('button', { name: 'Reconcile' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reconcile' }));
    await waitFor(() => expect(posts).toEqual([{ kind: 'reconcile' }]));
  });

  it('says in plain words what was checked', () => {
    const said = (promise: AuditPromise['promise'], one: PromiseCheck) => checkedBy(promise, one);
    expect(said('charged-on-evidence', replayed)).toBe('812 fees, 812 proofs, 1,180 orders');
    expect(said('nothing-changed', check('replay', { figures: { rows: 1 } }))).toBe('1 row of a list, folded again');
    const verified = check('verify', { figures: { events: 88_130, streams: 1_204, accepted: 1 } });
    expect(said('nothing-changed', verified)).toBe('88,130 events, 1,204 hash chains, 1 event accepted as damaged');
    const sealed = check('seal', { figures: { seal: 12, position: 88_121 }, runId: null });
    expect(said('nothing-changed', sealed)).toBe('Sealed to position 88,121 by seal 12, by itself');
    const figures = { feesEqual: 812, refundsEqual: 3, purchasesEqual: 812, tokensEqual: 0 };
    expect(said('charged-on-evidence', check('reconcile', { figures }))).toBe(
      'Log, Stripe and retailer agree on 812 fees, 3 refunds, 812 purchases, 0 payment tokens',
    );
  });

  it('says that a seal is overdue, and that a run counted too little', () => {
    const late = check('seal', { state: 'unchecked', since: { ...NOTHING, events: 3 } });
    expect(uncheckedBy('nothing-changed', late)).toBe('3 events since, not sealed yet. The next seal is overdue.');
    const counted = uncheckedBy('never-oversold', check('replay', { state: 'unchecked' }));
    expect(counted).toMatch('That run found more than it listed, of kinds it did not count. Run it again.');
  });

  it('says that a retailer did not list its sales', () => {
    const said = (retailerList: string) =>
      uncheckedBy('charged-on-evidence', check('reconcile', { figures: { retailerList } }));
    expect(said('read')).toBe('No fee was charged since.');
    expect(said('lacking: only our own purchases were looked up')).toBe(
      'No fee was charged since. A retailer did not list its sales: only our own purchases were looked up there.',
    );
  });

  it.each([
    ['never-oversold', { since: { ...NOTHING, drops: 2, slots: 14 } }, 'Since then 14 slots in 2 drops.'],
    ['charged-on-evidence', { since: { ...NOTHING, fees: 1 } }, 'Since then 1 fee.'],
    [
      'nothing-changed',
      { since: { ...NOTHING, events: 5_000, isMore: true } },
      'At least 5,000 events since, not checked yet.',
    ],
    ['nothing-changed', {}, 'Nothing has happened since.'],
    [
      'nothing-changed',
      { since: null, later: { outcome: 'stopped', reason: 'Stripe was away.' } as AuditRun },
      'No run yet. A later run stopped: Stripe was away.',
    ],
  ] as const)('says of %s what is not checked: %j', (promise, more, text) => {
    const one = check('replay', more);
    expect(uncheckedBy(promise, one)).toBe(text);
    expect(isBehind(promise, one)).toBe(text !== 'Nothing has happened since.');
  });
});

describe('the ledgers', () => {
  it('show side by side what differs, and on request how much is equal', async () => {
    const user = openPage('/', { '/': <LedgerDiff run={reconciled} /> });
    const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    const differs = 'Amount differspi_1Order Event logCharged $35.00StripeCharged $34.00RetailerKeeps none';
    expect(rows()).toEqual([differs]);
    await user.click(screen.getByRole('button', { name: 'Everything' }));
    expect(rows()).toHaveLength(5);
    expect(rows()[0]).toBe('FeesEvent log812 entries, equalStripe812 entries, equalRetailerKeeps none');
    expect(rows()[2]).toBe('PurchasesEvent log811 entries, equalStripeKeeps noneRetailer811 entries, equal');
  });
});
