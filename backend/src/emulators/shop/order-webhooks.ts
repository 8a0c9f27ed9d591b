import { createHash, createHmac, sign } from 'node:crypto';
import { ACP_VERSIONS, acpOrder } from './doors/acp-views.js';
import type { ShopFacts } from './doors/door.js';
import { NEWEST_UCP, UCP_VERSIONS } from './doors/ucp-versions.js';
import { orderView } from './doors/ucp-views.js';
import type { Session, SessionDoor } from './session.js';
import type { Sale } from './shop.js';
import type { SigningKey } from './signing-key.js';
import type { Till } from './till.js';

export interface Posting {
  url: string;
  headers: Record<string, string>;
  body: string;
}
/** Resolves with whether the receiver took it; never rejects. */
export type Post = (posting: Posting) => Promise<boolean>;

export interface WebhookOptions {
  /** where orders of each door are told; without one, where the platform's UCP profile wants it */
  urls: Partial<Record<SessionDoor, string>>;
  /** shared with the receiver; ACP's signature */
  secret: string;
  key: SigningKey;
  post: Post;
  /** waits before an order that was not taken is told again; rejects when the shop closes */
  pause: () => Promise<void>;
}

const PATIENCE_MS = 5_000;

export const postTo: Post = async ({ url, headers, body }) => {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
};

/** Tells each order until it is taken; what is open at an end is told at the next start. */
export class OrderWebhooks {
  private running: Promise<void> | undefined;

  constructor(
    private readonly till: Till,
    private readonly facts: ShopFacts,
    private readonly options: WebhookOptions,
  ) {}

  /** Never awaited by a checkout: a receiver that hangs must not hold a sale. */
  tell(): void {
    this.running ??= this.tellAll()
      .catch(() => undefined)
      .finally(() => {
        this.running = undefined;
      });
  }

  private async tellAll(): Promise<void> {
    for (;;) {
      const open = [...this.till.shop.undelivered.values()].flatMap((sale) => this.posting(sale) ?? []);
      if (open.length === 0) return;
      let taken = 0;
      for (const { posting, reference } of open) {
        if (!(await this.options.post(posting))) continue;
        taken += 1;
        await this.till.write({ kind: 'delivery', at: this.till.clock(), reference });
      }
      if (taken < open.length) await this.options.pause();
    }
  }

  private posting(sale: Sale): { posting: Posting; reference: string } | undefined {
    const session = this.till.shop.sessions.get(sale.session?.id ?? '');
    const url = session && (this.options.urls[session.door] ?? session.webhook);
    if (!session || !url) return undefined;
    const posting = session.door === 'ucp' ? this.ucp(sale, session, url) : this.acp(sale, session, url);
    return { posting, reference: sale.reference };
  }

  /** https://ucp.dev/2026-04-08/specification/order (Order Event Webhook) */
  private ucp(sale: Sale, session: Session, url: string): Posting {
    const { origin } = this.facts;
    const version = UCP_VERSIONS.find((one) => one === session.version) ?? NEWEST_UCP;
    const negotiated = { version, capabilities: ['dev.ucp.shopping.order'] };
    const event = { event_id: `evt_${sale.orderNumber}`, created_time: new Date(sale.at).toISOString() };
    const body = JSON.stringify({ ...orderView(sale, session, negotiated, this.facts), ...event });
    const headers = {
      'content-type': 'application/json',
      'ucp-agent': `profile="${origin}/ucp/.well-known/ucp"`,
      'webhook-id': event.event_id,
      'webhook-timestamp': String(Math.floor(sale.at / 1_000)),
    };
    const { key } = this.options;
    const signed = version === NEWEST_UCP ? messageSignature(url, headers, body, key) : detachedJwt(body, key);
    return { url, headers: { ...headers, ...signed }, body };
  }

  /** Merchant-Signature: https://github.com/agentic-commerce-protocol/agentic-commerce-protocol, openapi.agentic_checkout_webhook.yaml */
  private acp(sale: Sale, session: Session, url: string): Posting {
    const version = ACP_VERSIONS.find((one) => one === session.version) ?? ACP_VERSIONS[0];
    const data = { type: 'order', ...acpOrder(sale, session, version, this.facts.origin) };
    const body = JSON.stringify({ type: 'order_create', data });
    const seconds = Math.floor(this.till.clock() / 1_000);
    const v1 = createHmac('sha256', this.options.secret).update(`${seconds}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'merchant-signature': `t=${seconds},v1=${v1}` };
    return { url, headers: { ...headers, 'request-id': sale.reference }, body };
  }
}

/** RFC 9421 over the components that UCP requires; the signature is raw r||s. */
function messageSignature(
  address: string,
  headers: Record<string, string>,
  body: string,
  key: SigningKey,
): Record<string, string> {
  const { host, pathname } = new URL(address);
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const covered = [
    ['@method', 'POST'],
    ['@authority', host],
    ['@path', pathname],
    ['ucp-agent', headers['ucp-agent'] ?? ''],
    ['content-digest', digest],
    ['content-type', headers['content-type'] ?? ''],
  ] as const;
  const input = `(${covered.map(([name]) => `"${name}"`).join(' ')});keyid="${key.id}"`;
  const base = [...covered.map(([name, value]) => `"${name}": ${value}`), `"@signature-params": ${input}`].join('\n');
  const signature = ecdsa(base, key).toString('base64');
  return { 'content-digest': digest, 'signature-input': `sig1=${input}`, signature: `sig1=:${signature}:` };
}

/** 2026-01-11: a detached JWT over the body, RFC 7797. */
function detachedJwt(body: string, key: SigningKey): Record<string, string> {
  const header = { alg: 'ES256', kid: key.id, b64: false, crit: ['b64'] };
  const head = Buffer.from(JSON.stringify(header)).toString('base64url');
  return { 'request-signature': `${head}..${ecdsa(`${head}.${body}`, key).toString('base64url')}` };
}

function ecdsa(text: string, key: SigningKey): Buffer {
  return sign('sha256', Buffer.from(text), { key: key.private, dsaEncoding: 'ieee-p1363' });
}
