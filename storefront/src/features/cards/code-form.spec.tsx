import { TextEncoder } from 'node:util';
import { jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';

// jsdom lacks TextEncoder, which the router needs.
Object.assign(globalThis, { TextEncoder });
const encryptFor = jest.fn(async (..._args: unknown[]) => 'sealed');
jest.unstable_mockModule('../../api/jwe.js', () => ({ encryptFor }));
const { CodeForm } = await import('./code-form.js');

function given(status: number, body: object) {
  const fetched = jest.fn(async (_url: unknown, _init?: RequestInit) => ({
    ok: status < 400,
    status,
    headers: new Map(),
    text: async () => JSON.stringify(body),
  }));
  Object.assign(globalThis, { fetch: fetched });
  const given = jest.fn();
  render(<CodeForm path="/api/actions/link" more={{ action: 'code' }} asGuest onGiven={given} />);
  return { given, sent: () => fetched.mock.calls.map(([url, init]) => [url, JSON.parse(String(init?.body))]) };
}
const type = (code: string) => {
  fireEvent.change(screen.getByLabelText('Security Code'), { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: 'Send Code' }));
};

beforeEach(() => encryptFor.mockClear());

describe('asking for a security code again', () => {
  it('accepts only three or four digits', async () => {
    const { sent } = given(200, {});
    type('12');
    expect(await screen.findByText('The security code has 3 or 4 digits.')).toBeInTheDocument();
    expect(screen.getByLabelText('Security Code')).toBeInvalid();
    type('1a2b3c4d5');
    expect(screen.getByLabelText('Security Code')).toHaveValue('12345');
    expect(sent()).toEqual([]);
    type(' 1 ２-3 4 ');
    expect(screen.getByLabelText('Security Code')).toHaveValue('1234');
    await screen.findByRole('button', { name: 'Send Code' });
    expect(sent()).toEqual([['/api/actions/link', { action: 'code', eCode: 'sealed' }]]);
  });

  it('encrypts it without an account behind a guest’s link, and clears it once it is accepted', async () => {
    const answer = { success: true };
    const { given: onGiven } = given(200, answer);
    type('987');
    await screen.findByRole('button', { name: 'Send Code' });
    expect(encryptFor.mock.calls).toEqual([['code', { code: '987' }, true]]);
    expect(onGiven).toHaveBeenCalledWith(answer);
    expect(screen.getByLabelText('Security Code')).toHaveValue('');
  });

  it('reports a refusal at the field', async () => {
    const { given: onGiven } = given(409, { success: false, error: 'This order needs none.', code: 'order-ended' });
    type('987');
    expect(await screen.findByText('This order needs none.')).toBeInTheDocument();
    expect(onGiven).not.toHaveBeenCalled();
  });
});
