import { timingSafeEqual } from 'node:crypto';
import { authenticate } from './charging.js';
import type { PaymentIntent } from './objects.js';
import { type Store, Transaction } from './store.js';

export const AUTHENTICATION_PATH = '/emulator/authenticate';

export interface PageAnswer {
  status: number;
  body: string;
  type: 'text/html' | 'application/json';
  location?: string;
}

const shell = (body: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Your bank (emulated)</title>
<style>body{font:16px/1.5 system-ui;max-width:26rem;margin:15vh auto;padding:0 1rem}button{font:inherit;padding:.6rem 1rem;margin-right:.5rem}</style>
<main>${body}</main></html>`;

const html = (status: number, body: string): PageAnswer => ({ status, body: shell(body), type: 'text/html' });

function knows(intent: PaymentIntent, secret: string): boolean {
  const given = Buffer.from(secret);
  const right = Buffer.from(intent.client_secret);
  return given.length === right.length && timingSafeEqual(given, right);
}

const question = ({ amount, currency, client_secret }: PaymentIntent): PageAnswer =>
  html(
    200,
    `<h1>Is this you?</h1><p>A payment of ${(amount / 100).toFixed(2)} ${currency.toUpperCase()} needs your consent.</p>
<form method="post"><input type="hidden" name="client_secret" value="${client_secret}">
<button name="outcome" value="complete">Complete</button><button name="outcome" value="fail">Fail</button></form>`,
  );

function after(intent: PaymentIntent): PageAnswer {
  const { returnUrl } = intent.emulator;
  const body = JSON.stringify({ id: intent.id, status: intent.status });
  if (returnUrl === undefined) return { status: 200, body, type: 'application/json' };
  const location = new URL(returnUrl);
  location.searchParams.set('payment_intent', intent.id);
  location.searchParams.set('payment_intent_client_secret', intent.client_secret);
  location.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return { status: 303, body: '', type: 'text/html', location: location.href };
}

/** The bank's page. Anyone who knows the intent's client secret may answer on it, tests included. */
export function authenticationPage(store: Store, commit: (tx: Transaction) => void) {
  return async (method: string, id: string, query: string, form: string): Promise<PageAnswer> => {
    const tx = new Transaction(store);
    const intent = tx.get('payment_intent', id);
    const given = new URLSearchParams(method === 'GET' ? query : form);
    if (!intent || !knows(intent, given.get('client_secret') ?? ''))
      return html(404, '<h1>Nothing to authenticate</h1>');
    if (method === 'GET') {
      return intent.status === 'requires_action' ? question(intent) : html(409, '<h1>This payment is settled</h1>');
    }
    if (intent.status !== 'requires_action') return after(intent);
    const settled = authenticate(tx, intent, given.get('outcome') !== 'fail');
    commit(tx);
    await store.durable();
    return after(settled);
  };
}
