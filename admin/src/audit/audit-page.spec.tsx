import { jest } from '@jest/globals';
import type { AuditRun } from '@supreme-access/contract/shapes/audit.js';
import { screen, waitFor, within } from '@testing-library/react';
import { openPage } from '../../../test/fixtures/admin/page.js';
import { viewerTime } from '../ui/format.js';
import { AuditPage } from './AuditPage.js';
import { RunShow } from './RunShow.js';
import { whyNot } from './run-words.js';
import { exportQuery, timesOf } from './runs-api.js';

const requests: { route: string; body?: unknown }[] = [];
let answers: Record<string, unknown> = {};
const realFetch = globalThis.fetch;

beforeEach(() => {
  requests.length = 0;
  globalThis.fetch = jest.fn(async (input: unknown, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://localhost');
    const route = `${init.method ?? 'GET'} ${url.pathname}${url.search}`;
    requests.push({ route, ...(init.body ? { body: JSON.parse(String(init.body)) } : {}) });
    const body = answers[route] ?? answers[`${init.method ?? 'GET'} ${url.pathname}`];
    const refused = { success: false, error: 'There is no such run.', code: 'not-found' };
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? refused);
    const headers = new Headers({ 'content-range': 'runs 0-0/1' });
    return { ok: body !== undefined, status: body ? 200 : 404, statusText: '', headers, text: async () => text };
  }) as unknown as typeof fetch;
});
afterAll(() => {
  globalThis.fetch = realFetch;
});

const made: AuditRun = {
  id: 'run-1',
  kind: 'reconcile',
  askedBy: { kind: 'auditor', id: 'au-1' },
  from: null,
  to: null,
  startedAt: '2026-11-20T11:00:03.120Z',
  finishedAt: '2026-11-20T11:00:05.000Z',
  outcome: 'failed',
  reason: null,
  done: 3,
  total: 3,
  phase: 'orders',
  figures: { matched: 2, missingHere: 1, findings: 1 },
  findings: [
    {
      id: 'missing-here:checkout:order-1:1',
      what: 'missing-here',
      about: 'order-1:1',
      orderId: 'order-1',
      detail: 'sold as SBX-000042',
    },
  ],
  healed: [],
};
const PLAN = {
  finding: made.findings[0],
  events: [{ type: 'CheckoutSucceeded', data: { reference: 'order-1:1', late: true } }],
  reason: null,
  shown: 'as-it-was',
};

function show(path: string, mayWrite = true) {
  const authProvider = {
    login: async () => undefined,
    logout: async () => undefined,
    checkAuth: async () => undefined,
    checkError: async () => undefined,
    getPermissions: async () => [],
    canAccess: async () => mayWrite,
  };
  return openPage(path, { '/audit': <AuditPage />, '/audit/runs/:id': <RunShow /> }, { authProvider });
}
const RELEASE = {
  what: 'release',
  title: 'Box Hoodie',
  at: '2026-11-20T12:00:00.000Z',
  until: '2026-11-20T14:00:00.000Z',
  hasBegun: false,
} as const;
const posts = () => requests.filter(({ route }) => route.startsWith('POST'));

describe('the audit page', () => {
  beforeEach(() => {
    answers = {
      'GET /api/admin/audit/kinds': [
        { kind: 'verify', reason: 'the server’s own words', inTheWay: RELEASE },
        { kind: 'reconcile', reason: null, inTheWay: null },
      ],
      'GET /api/admin/audit/runs': [made],
      'GET /api/admin/audit/runs/run-1': made,
      'POST /api/admin/audit/runs': { success: true, runId: 'run-1' },
    };
  });

  it('shows why a run is refused, starts another one once, and shows it', async () => {
    const user = show('/audit', false);
    await screen.findByText(`Not available now: ${whyNot(RELEASE)}`);
    expect(screen.getByRole('button', { name: 'Verify' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Reconcile' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Reconcile' }));
    await screen.findByText('Missing in our event log', { selector: 'p' });
    expect(posts()).toEqual([{ route: 'POST /api/admin/audit/runs', body: { kind: 'reconcile' } }]);
  });

  it("shows what blocks a run and until when, in the viewer's zone", () => {
    const [at, until] = [viewerTime(RELEASE.at), viewerTime(RELEASE.until)];
    const over = `Runs can start again once that drop has finished, ${until} at the latest.`;
    expect(whyNot(RELEASE)).toBe(`Box Hoodie is released ${at}. ${over}`);
    expect(whyNot({ ...RELEASE, hasBegun: true })).toBe(`The drop of Box Hoodie has been running since ${at}. ${over}`);
    const run = { what: 'run', kind: 'verify', since: RELEASE.at } as const;
    expect(whyNot(run)).toBe(`Verify has been running since ${at}. Only one run at a time.`);
  });

  it('lists past runs with links to their results', async () => {
    show('/audit');
    const table = await screen.findByRole('region', { name: 'Past runs' });
    expect(within(table).getByText('Problems found')).toBeTruthy();
    expect(within(table).getAllByRole('link')[0]?.getAttribute('href')).toBe('/audit/runs/run-1');
  });

  it('exports the selection, and shows its size', async () => {
    answers['GET /api/admin/audit/export?product=box-hoodie&form=sealed'] = '{"position":1}\n{"position":2}\n';
    const saved = jest.fn(() => 'blob:x');
    URL.createObjectURL = saved as unknown as typeof URL.createObjectURL;
    URL.revokeObjectURL = () => undefined;
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const user = show('/audit');
    await user.type(await screen.findByLabelText(/Product id/), 'box-hoodie');
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await screen.findByText('2 events in log.ndjson.');
    expect([saved.mock.calls.length, click.mock.calls.length]).toEqual([1, 1]);
    click.mockRestore();
  });

  it('requests whole days', () => {
    expect(timesOf({ from: '2026-11-01', to: '2026-11-02' })).toEqual({
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-02T23:59:59.999Z',
    });
    expect(exportQuery({ what: 'time', from: '2026-11-01', form: 'masked' })).toBe(
      'from=2026-11-01T00%3A00%3A00.000Z&form=masked',
    );
  });
});

describe('the page of a run', () => {
  beforeEach(() => {
    answers = {
      'GET /api/admin/audit/runs/run-1': made,
      'GET /api/admin/audit/runs/run-1/heal?finding=missing-here%3Acheckout%3Aorder-1%3A1': PLAN,
      'POST /api/admin/audit/runs/run-1/heal': { success: true },
    };
  });

  it('shows its figures, and each finding with its order', async () => {
    show('/audit/runs/run-1');
    expect(await screen.findByText('Problems found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Order' }).getAttribute('href')).toBe('/orders/order-1/show');
    expect(screen.getByText(/sold as SBX-000042/)).toBeTruthy();
  });

  it('shows what would be appended before an admin has it appended, once', async () => {
    const user = show('/audit/runs/run-1');
    await user.click(await screen.findByRole('button', { name: 'Fix' }));
    await screen.findByText('CheckoutSucceeded');
    expect(posts()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Add events' }));
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(posts()[0]?.body).toEqual({ finding: 'missing-here:checkout:order-1:1', shown: 'as-it-was' });
  });

  it('shows it to an auditor too, who cannot confirm it', async () => {
    const user = show('/audit/runs/run-1', false);
    await user.click(await screen.findByRole('button', { name: 'Preview the fix' }));
    await screen.findByText('CheckoutSucceeded');
    expect(screen.queryByRole('button', { name: 'Add events' })).toBeNull();
  });

  it('shows the progress of a run', async () => {
    const going = { ...made, outcome: null, finishedAt: null, figures: {}, findings: [], done: 1, total: 4 };
    answers['GET /api/admin/audit/runs/run-1'] = going;
    show('/audit/runs/run-1');
    expect(await screen.findByText('orders, 25 %')).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  });

  it('reports a missing run', async () => {
    show('/audit/runs/none');
    expect(await screen.findByText('There is no such run.')).toBeTruthy();
  });
});
