import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/root.js';

/** Rules on the sources, for docs/security.md: a new exception needs a line here, and so a review. */

const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
const isProduct = (path: string) => !/\.(spec|fixture|contract)\.tsx?$/.test(path);
const textOf = new Map<string, string>();
function read(path: string): string {
  const text = textOf.get(path) ?? readFileSync(join(ROOT, path), 'utf8');
  textOf.set(path, text);
  return text;
}
const below = (...folders: string[]) =>
  tracked.filter((path) => /\.tsx?$/.test(path) && isProduct(path) && folders.some((one) => path.startsWith(one)));
const SERVER = below('backend/src/').filter((path) => !path.startsWith('backend/src/emulators/'));
const PAGES = below('storefront/src/', 'admin/src/');
const ALL = [...below('backend/src/'), ...PAGES];

/** The files that match outside comments. */
function filesWith(what: RegExp, files = ALL): string[] {
  const code = (path: string) => read(path).replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  return files.filter((path) => what.test(code(path)));
}
/** The matches of the first group. */
const written = (what: RegExp, files = ALL) => [
  ...new Set(files.flatMap((path) => [...read(path).matchAll(what)].map(([, found = '']) => found))),
];

describe('the sources', () => {
  it('are many', () => expect([SERVER.length > 200, PAGES.length > 100]).toEqual([true, true]));

  it('evaluate no text as code, and run no shell command', () => {
    expect(filesWith(/\beval\(|new Function\(|node:vm|set(Timeout|Interval)\(['"`]/)).toEqual([]);
    // A damaged store may crash its reader, so a child process reads it first.
    expect(filesWith(/child_process|node:cluster/, SERVER)).toEqual(['backend/src/stores/store-files.ts']);
    const threads = ['server/follower-thread.ts', 'server/follower.ts', 'stores/thread-port.ts'];
    expect(filesWith(/worker_threads/, SERVER)).toEqual(threads.map((path) => `backend/src/${path}`));
  });

  it('turn no text into markup, use no cookies, and accept no messages of other windows', () => {
    expect(filesWith(/dangerouslySetInnerHTML|(inner|outer)HTML|insertAdjacentHTML|document\.write/, PAGES)).toEqual(
      [],
    );
    expect(filesWith(/document\.cookie|set-?cookie|@fastify\/(cookie|session)/i)).toEqual([]);
    // a BroadcastChannel reaches pages of its own origin alone (https://html.spec.whatwg.org/#broadcasting-to-other-browsing-contexts)
    const ports = ['backend/src/contract/tabs.ts', 'backend/src/stores/thread-port.ts'];
    // These two check origin and window of each message.
    const framed = ['admin/src/audit/ShopperScreen.tsx', 'storefront/src/pages/then.tsx'];
    expect(filesWith(/postMessage|onmessage|addEventListener\(['"]message/)).toEqual([...ports, ...framed]);
    expect(filesWith(/origin !== location\.origin \|\| source !== /)).toEqual(framed);
  });

  it('use no GraphQL, WebSocket, WebRTC, XML, LDAP, SAML, OAuth or templates, and read no archives', () => {
    const named = [
      'package.json',
      ...['backend', 'storefront', 'admin'].map((workspace) => `${workspace}/package.json`),
    ];
    const dependencies = named.flatMap((path) => {
      const { dependencies = {} } = JSON.parse(read(path)) as { dependencies?: Record<string, string> };
      return Object.keys(dependencies);
    });
    const foreign =
      /graphql|apollo|^ws$|socket\.io|webrtc|xml|ldap|saml|oauth|openid|passport|handlebars|ejs|pug|nunjucks|latex|zip|tar$|memcache/;
    expect(dependencies.length).toBeGreaterThan(30);
    expect(dependencies.filter((name) => foreign.test(name))).toEqual([]);
    expect(filesWith(/new (WebSocket|RTCPeerConnection|DOMParser|EventSource)\(/)).toEqual([]);
  });

  it('encrypt with AES-256-GCM, hash with SHA-256, and use SHA-1 only for UUIDv5', () => {
    expect(written(/createCipheriv\(([^,]+),/g)).toEqual(["'aes-256-gcm'"]);
    expect(written(/\b(?:createHash|createHmac|hkdfSync|hash)\('(\w+)'/g).sort()).toEqual(['sha1', 'sha256']);
    expect(filesWith(/'sha1'/)).toEqual(['backend/src/event-sourcing/ids.ts']);
  });

  it('take secrets from the system’s generator: Math.random only spreads pauses', () => {
    expect(filesWith(/Math\.random/)).toEqual([
      'backend/src/jobs/breakers.ts',
      'backend/src/jobs/job-runner.ts',
      'backend/src/releases/releases.module.ts',
      'backend/src/stores/event-log/eventstore-patience.ts',
      'backend/src/stores/mongo/mongo-store.ts',
      'storefront/src/api/streams.ts',
    ]);
  });

  it('build no pattern from input: prefixes for MongoDB are escaped', () => {
    expect(filesWith(/new RegExp\(|\$regex/)).toEqual([
      'backend/src/contract/clean-text.ts',
      'backend/src/contract/po-boxes.ts',
      'backend/src/customers/profiles/address-normalization.ts',
      'backend/src/mail/template-text.ts',
      'backend/src/releases/proofs/confirmations.ts',
      'backend/src/stores/read-models/mongo-filter.ts',
      'backend/src/stores/read-models/search-words.ts',
      'backend/src/stores/vault/sealed-record.ts',
    ]);
    expect(read('backend/src/stores/read-models/mongo-filter.ts')).toMatch(/\$regex: `\^\$\{escaped\(/);
  });

  it('call only hosts of the settings and checked addresses, follow no redirects, and read bounded answers only', () => {
    expect(
      filesWith(/\bfetch\(|new Pool\(|createTransport\(|new Stripe\(|new S3Client\(|node:(dgram|https)'/, SERVER),
    ).toEqual([
      'backend/src/catalogue/products/s3-pictures.ts',
      'backend/src/http/outgoing/http-calls.ts',
      'backend/src/mail/transport.ts',
      'backend/src/stripe/stripe-gateway.ts',
    ]);
    // Answers of these three libraries are read by http/outgoing/, and by nodemailer, which bounds them itself.
    expect(filesWith(/\bcallsTo\(|\bpooled\(|\baskOnce\(|\breadBounded\(/, SERVER)).toEqual([
      'backend/src/analytics/google-analytics.ts',
      'backend/src/audit/log-source.ts',
      'backend/src/catalogue/products/s3-pictures.ts',
      'backend/src/customers/profiles/address-lookup.ts',
      'backend/src/http/outgoing/ask-once.ts',
      'backend/src/http/outgoing/bounded.ts',
      'backend/src/http/outgoing/checked-address.ts',
      'backend/src/http/outgoing/http-calls.ts',
      'backend/src/retailers/directory/retailer-clients.ts',
      'backend/src/retailers/own/own-retailer.ts',
      'backend/src/server/demo-shops.ts',
      'backend/src/server/first-minute/demo-drop.ts',
      'backend/src/stripe/bounded-client.ts',
    ]);
    const asking = filesWith(/\bfetch\(/, below('backend/src/'));
    const count = (path: string, what: RegExp) => read(path).match(what)?.length ?? 0;
    const follows = (path: string) => count(path, /\bfetch\(/g) !== count(path, /redirect: '(error|manual)'/g);
    expect(asking.filter(follows)).toEqual([]);
  });

  it('write to the log only: commands and the messages of a start are the exceptions', () => {
    const speaking = filesWith(/\bconsole\.|process\.std(out|err)|pino\.destination/, SERVER);
    expect(speaking.filter((path) => !path.startsWith('backend/src/cli/'))).toEqual([
      'backend/src/main.ts',
      'backend/src/telemetry/logger.ts',
      // a file beside a terminal on which nothing is real
      'backend/src/telemetry/security-log.ts',
    ]);
  });

  it('store only what is listed here in a browser', () => {
    expect(
      filesWith(
        /browserEntries|tabEntries|localStorage|sessionStorage|indexedDB|caches\.open/i,
        [...PAGES, ...below('backend/src/contract/')].sort(),
      ),
    ).toEqual([
      // where a control room was scrolled to
      'admin/src/control/control-room-data.ts',
      'admin/src/session.ts',
      // react-admin's settings of lists and colours
      'admin/src/store.ts',
      'backend/src/contract/drafts.ts',
      'backend/src/contract/entries.ts',
      'storefront/src/api/session.ts',
      'storefront/src/features/analytics/consent.ts',
      'storefront/src/features/shop/promo.ts',
      'storefront/src/features/shop/reminders.ts',
    ]);
  });

  it('hide typed passwords, and let password managers fill them in', () => {
    const forms = filesWith(/register\('(password|newPassword|confirmPassword)'/, PAGES);
    expect(forms.length).toBeGreaterThan(3);
    expect(filesWith(/onPaste|autoComplete="off"/, forms)).toEqual([]);
    expect(forms.filter((path) => !/<(New)?PasswordField/.test(read(path)))).toEqual([]);
    expect(read('storefront/src/features/auth/new-password-field.tsx')).toContain('<PasswordField');
    expect(read('storefront/src/ui/password-field.tsx')).toContain("type={isShown ? 'text' : 'password'}");
    expect(filesWith(/type="password"/, PAGES)).toEqual([]);
  });

  it('hold no secret', () => {
    const texts = tracked.filter((path) => /\.(tsx?|js|json|ya?ml|sh|cfg|md|example)$|Dockerfile$/.test(path));
    const secret = /\b[sr]k_live_\w{8}|AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY|whsec_[A-Za-z0-9]{24}/;
    expect(texts.filter((path) => secret.test(read(path)))).toEqual([]);
  });
});
