import { createHash } from 'node:crypto';
import { shownMoney } from '@supreme-access/contract/currencies.js';
import { SIZES } from '@supreme-access/contract/limits.js';
import { escaped } from '../../http/markup.js';
import type { Stated } from './checkout-sessions.js';
import { totalsOf } from './session.js';
import type { Outcome, Sale, Shelf, Shop } from './shop.js';

const SHOWN = 200;

const STYLE = `
:root{color-scheme:light;--paper:#f5f2eb;--ink:#0b0b0c;--rule:#cfccc5;--quiet:#55534f}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:72rem;margin:0 auto;padding:2.5rem 1.25rem 5rem}
h1{font-size:clamp(2rem,6vw,3.5rem);line-height:1;letter-spacing:-.03em;font-weight:800;margin:0 0 .75rem}
h2{font-size:1.125rem;margin:3rem 0 .5rem}
p{margin:0;max-width:44rem;color:var(--quiet)}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(8rem,1fr));margin:2rem 0 0;border-top:1px solid var(--ink)}
dl div{padding:.75rem 1rem .75rem 0;border-bottom:1px solid var(--rule)}
dt{font-size:.875rem;color:var(--quiet)}
dd{margin:0;font-size:1.75rem}
dd,td,time{font-family:ui-monospace,'SFMono-Regular',Menlo,Consolas,monospace;font-variant-numeric:tabular-nums}
.wide{overflow-x:auto}
table{width:100%;border-collapse:collapse;border-top:1px solid var(--ink);font-size:.875rem}
th,td{text-align:left;vertical-align:top;padding:.5rem 1rem .5rem 0;border-bottom:1px solid var(--rule)}
th{font-weight:500;color:var(--quiet)}
td{white-space:nowrap}
td.text{font-family:inherit;white-space:normal}
.number{text-align:right}
`;
const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** Nothing may load, run or frame; only this page's own style counts. */
const policy = (submits: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    `form-action ${submits}`,
    "frame-ancestors 'none'",
  ].join('; ');
export const PAGE_POLICY = policy("'none'");
export const CONTINUATION_POLICY = policy("'self'");

export function renderPage(shop: Shop): string {
  const outcomes = [...shop.outcomes.values()];
  const sales = outcomes.filter((one): one is Sale => one.kind === 'sale');
  const body = [
    '<h1>Sandbox retailer</h1>',
    '<p>It sells nothing but entries in its ledger. No parcel leaves, no card is charged.</p>',
    totals(outcomes),
    stockSection(shop, sales),
    doorsSection(sales),
    salesSection(sales),
  ].join('\n');
  return page(body);
}

function page(body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox retailer</title>
<style>${STYLE}</style>
</head>
<body><main>
${body}
</main></body>
</html>
`;
}

/** Where the shop wants the person: they see the order and place it. */
export function renderContinuation({ session, state }: Stated): string {
  const { line, title, price } = session;
  const { currency } = price;
  const total = shownMoney({ amount: totalsOf(session).total, currency });
  const what = `${escaped(title)}, ${escaped(line.size.toUpperCase())}, ${escaped(line.style)}`;
  const form = '<form method="post"><button>Place the order</button></form>';
  const rest = state === 'escalated' ? form : `<p>This checkout is ${state}.</p>`;
  return page(`<h1>Sandbox retailer</h1><p>${what}: ${escaped(total)}</p>${rest}`);
}

function totals(outcomes: Outcome[]): string {
  const counts = new Map([['sold', 0]]);
  for (const one of outcomes) {
    const name = one.kind === 'sale' ? 'sold' : `refused: ${one.reason}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const cells = [...counts].map(([name, count]) => `<div><dt>${escaped(name)}</dt><dd>${count}</dd></div>`);
  return `<dl>${cells.join('')}</dl>`;
}

function stockSection(shop: Shop, sales: Sale[]): string {
  const sold = new Map<string, number>();
  for (const { productId } of sales) sold.set(productId, (sold.get(productId) ?? 0) + 1);
  const rows = [...shop.shelves].map(([productId, shelf]) => stockRow(shelf, sold.get(productId) ?? 0));
  const heads = ['Product', 'Opens (UTC)', 'Sold|number', 'Left'];
  return section('Stock', heads, rows, 'No product has been requested yet.');
}

function stockRow(shelf: Shelf, sold: number): string {
  const opens = shelf.opensAt === null ? 'open' : moment(shelf.opensAt);
  const pieces = [...shelf.pieces.values()].sort((one, other) => SIZES.indexOf(one.size) - SIZES.indexOf(other.size));
  const lines = [...new Set(pieces.map((one) => one.style))].map((style) => {
    const counts = pieces
      .filter((one) => one.style === style)
      .map((one) => `${one.size.toUpperCase()} ${one.quantity}`);
    return `${escaped(style)}: ${counts.join(', ')}`;
  });
  const left = [...lines, shelf.others > 0 ? `any other: ${shelf.others}` : ''].filter(Boolean);
  return [cell(escaped(shelf.title), 'text'), cell(opens), cell(String(sold), 'number'), cell(left.join('<br>'))].join(
    '',
  );
}

const DOORS = { own: 'Our own protocol', ucp: 'UCP', acp: 'ACP' };

function doorsSection(sales: Sale[]): string {
  const rows = Object.entries(DOORS).map(([door, name]) => {
    const sold = sales.filter((sale) => (sale.session?.door ?? 'own') === door);
    const unpaid = sold.filter((sale) => sale.session?.payment === null).length;
    return [cell(name, 'text'), cell(String(sold.length), 'number'), cell(String(unpaid), 'number')].join('');
  });
  return section('Doors', ['Door', 'Sold|number', 'Without payment|number'], rows, '');
}

function salesSection(sales: Sale[]): string {
  const rows = sales.slice(-SHOWN).reverse().map(saleRow);
  const heads = ['Order', 'Placed (UTC)', 'Product', 'Size', 'Style', 'To', 'Paid with', 'Reference or session'];
  const title = sales.length > SHOWN ? `Sold, the last ${SHOWN} of ${sales.length}` : 'Sold';
  return section(title, heads, rows, 'Nothing sold yet.');
}

function saleRow(sale: Sale): string {
  const { orderNumber, at, productId, size, style, country, last4, reference, session } = sale;
  const paidWith = session ? (session.payment ?? 'nothing') : last4;
  return [
    cell(escaped(orderNumber)),
    cell(moment(at)),
    cell(escaped(productId), 'text'),
    cell(escaped(size.toUpperCase())),
    cell(escaped(style), 'text'),
    cell(escaped(country)),
    cell(escaped(paidWith)),
    cell(escaped(reference)),
  ].join('');
}

function section(title: string, heads: string[], rows: string[], empty: string): string {
  if (rows.length === 0) return `<h2>${title}</h2><p>${empty}</p>`;
  const head = heads
    .map((text) => text.split('|'))
    .map(([text, name]) => `<th scope="col"${name ? ` class="${name}"` : ''}>${text}</th>`);
  const body = rows.map((row) => `<tr>${row}</tr>`).join('\n');
  const table = `<table><thead><tr>${head.join('')}</tr></thead><tbody>${body}</tbody></table>`;
  return `<h2>${title}</h2><div class="wide" tabindex="0" role="region" aria-label="${title}">${table}</div>`;
}

function cell(html: string, name = ''): string {
  return `<td${name ? ` class="${name}"` : ''}>${html}</td>`;
}

function moment(at: number): string {
  const iso = new Date(at).toISOString();
  return `<time datetime="${iso}">${iso.slice(0, 23).replace('T', ' ')}</time>`;
}
