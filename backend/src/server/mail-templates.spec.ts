import { TEXTS } from '@supreme-access/contract/texts.js';
import {
  contentOf,
  MAIL_KINDS,
  type MailContent,
  type MailKind,
  mailOf,
  ticket,
} from '@supreme-access/test/fixtures/mail-templates.js';
import { FOOTER } from '../mail/mail-template.js';
import { isOwnTemplate } from '../mail/template-text.js';

const LINK = 'https://shop.example/orders/1?a=b&c=d';
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const PICTURE = 'https://shop.example/products/box-hoodie.png';
const HOSTILE = `<script>alert('x')</script>" onload="y`;

/** What a reader sees of the HTML. */
function seen(html: string): string {
  const body = html.slice(html.indexOf('<body')).replace(/<[^>]*>/g, ' ');
  return body.replace(/&([a-z]+|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}
const words = (text: string): Set<string> => new Set(text.split(/\s+/).filter((word) => /\w/.test(word)));
const render = (kind: MailKind) => mailOf(contentOf(kind) as MailContent);

/** Every text of a mail's data replaced, as a hostile shopper or product would have it. */
function poisoned<T>(value: T): T {
  if (Array.isArray(value)) return value.map(poisoned) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => {
    const isFree = ['name', 'productTitle', 'style', 'profileName', 'reference', 'orderId', 'alt'].includes(key);
    return [key, isFree ? `${HOSTILE}\r\nBcc: evil@example.com` : poisoned(each)];
  });
  return Object.fromEntries(entries) as T;
}

describe.each(MAIL_KINDS)('the mail %s', (kind) => {
  it('carries its link in both parts', () => {
    const { text, html } = render(kind);
    expect(text.split('\n')).toContain(LINK);
    expect(html).toContain(`href="${LINK.replace('&', '&amp;')}"`);
  });

  it('says the same in text and HTML', () => {
    const { text, html } = render(kind);
    expect(words(seen(html))).toEqual(words(text));
  });

  it('stays readable as it lies on disk, and loads nothing but the picture of what it is about', () => {
    const { text, html } = render(kind);
    expect(text).toMatch(/^[\n\x20-\x7e]+$/);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(76);
    expect(html.match(/<img src="[^"]*"/g) ?? []).toEqual('ticket' in contentOf(kind) ? [`<img src="${PICTURE}"`] : []);
    expect(html.replace(/<img src=/, '')).not.toMatch(/<img|<link|<script|url\(|@import|src=/i);
  });

  it('shows what people typed as letters only', () => {
    const { subject, html } = mailOf(poisoned(contentOf(kind)) as MailContent);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toMatch(/<script|" onload="/);
    expect(seen(html)).toContain(HOSTILE);
  });

  it('refuses a link that is not http or https', () => {
    const content = { ...contentOf(kind), link: 'javascript:alert(1)' } as MailContent;
    expect(() => mailOf(content)).toThrow('http or https only');
  });
});

describe('the footer', () => {
  it('is known as ours when a mail comes back', () => {
    expect(isOwnTemplate(`> Hello\n> ${FOOTER.replace('because', 'because\n>')}`)).toBe(true);
  });

  it('names who answers questions, in both parts, where somebody does', () => {
    const { text, html } = mailOf(contentOf('success'), 'help@shop.test');
    expect(text.trimEnd().split('\n').at(-1)).toBe('Questions? Write to help@shop.test');
    expect(html).toContain(`href="mailto:help@shop.test?subject=Order%20${ticket.orderId}"`);
    expect(words(seen(html))).toEqual(words(text));
    expect(render('success').text).not.toContain('Questions?');
    expect(mailOf(contentOf('verify-email'), 'help@shop.test').html).toContain('href="mailto:help@shop.test"');
  });
});

describe('what the mails say', () => {
  it('shows slot, fee and the release in its zone, and promises that nothing is charged before success', () => {
    const { text, subject } = mailOf(contentOf('slot-confirmed'));
    expect(subject).toBe('Slot secured: Gate 4 Box Hoodie');
    expect(text).toMatch(/Slot +014\/200\n/);
    expect(text).toMatch(/Service fee +\$35\.00\n/);
    expect(text).toMatch(/Release +Fri 20 Nov 2026, 11:00 \(GMT-5, America\/New_York\)\n/);
    expect(text).toMatch(/In UTC +Fri 20 Nov 2026, 16:00\n/);
    expect(text).toContain(TEXTS.promise);
  });

  it.each<MailKind>(['guest-slot-confirmed', 'release-changed'])('%s promises it too', (kind) => {
    expect(render(kind).text).toContain(TEXTS.promise);
  });

  it.each<MailKind>(['slot-confirmed', 'guest-slot-confirmed', 'release-changed'])(
    '%s leads to the drop as calendars take it, unless nobody knows when it is',
    (kind) => {
      const calendar = 'https://shop.example/api/products/box-hoodie/calendar.ics';
      expect(render(kind).text.split('\n')).toContain(calendar);
      const byHand = { ticket: { ...ticket, release: null, calendar: null } };
      expect(mailOf(contentOf(kind, byHand) as MailContent).text).not.toContain('calendar');
    },
  );

  it('says in UTC once what the drop says in UTC', () => {
    const release = { at: Date.UTC(2026, 10, 20, 16), zone: 'UTC' };
    expect(mailOf(contentOf('code-needed', { ticket: { ...ticket, release } })).text).not.toContain('In UTC');
  });

  it('has a dark scheme, which leaves volt under ink', () => {
    const { html } = render('slot-confirmed');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    const dark = /@media \(prefers-color-scheme:dark\)\{(.*)\}<\/style>/s.exec(html)?.[1] ?? '';
    for (const name of ['ground', 'sheet', 'text', 'grey', 'edge']) {
      expect(dark).toContain(`.${name}{`);
      expect(html).toMatch(new RegExp(`class="[a-z ]*\\b${name}\\b`));
    }
    expect(html).not.toMatch(/class="[a-z ]*text[a-z ]*" style="[^"]*background:#D6FF3D/);
  });

  it('greets nobody while the account has no name', () => {
    const { text } = mailOf(contentOf('verify-email', { name: ' ' }));
    expect(text).toContain('Confirm your email address.\n\nYou signed up');
  });

  it('says which size was bought instead of the chosen one', () => {
    const { text } = mailOf(contentOf('success'));
    expect(text).toMatch(/Size +M\n/);
    expect(text.replace(/\n/g, ' ')).toContain('You chose L, Stone. It was unavailable');
    expect(text).toMatch(/Retailer order +R-20417\n/);
  });

  it('says nothing of another size when the chosen one was bought', () => {
    const bought = { size: ticket.size, style: ticket.style, reference: 'R-1', total: null, page: null };
    expect(mailOf(contentOf('fee-waived', { bought })).text).not.toContain('You chose');
  });

  it('distinguishes a whole refund from a part of it', () => {
    const charged = { amount: 3500, currency: 'usd' };
    expect(mailOf(contentOf('refund', { refunded: charged, charged })).text).toContain('That is the whole fee.');
    expect(mailOf(contentOf('refund')).text).toContain('You paid $35.00.');
  });

  it('shows no slot number for an order that holds none, and no time for a release by hand', () => {
    const { text } = mailOf(contentOf('closed', { ticket: { ...ticket, slotNumber: null, release: null } }));
    expect(text).not.toContain('014/200');
    expect(text).toMatch(/Release +To be announced\n/);
  });
});
