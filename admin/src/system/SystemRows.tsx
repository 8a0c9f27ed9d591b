import { Typography } from '@mui/material';
import { BOUNCES, counted } from '@supreme-access/contract/labels.js';
import type { ListedPartner, ReadinessCondition, SettingInForce } from '@supreme-access/contract/shapes/system.js';
import { Link } from 'react-router-dom';
import { sentence } from '../ui/format.js';
import { Mono, Time } from '../ui/Mono.js';
import { StateMark } from '../ui/StateMark.js';
import { Live, Nothing, StatusList, StatusRow } from './live.js';
import { type Bounce, system, type Webhook } from './system-data.js';

const TONES = { fine: 'good', late: 'waits', 'not ready': 'bad' } as const;
const STATES = { fine: 'OK', late: 'needs attention', 'not ready': 'not ready' } as const;

export function ConditionRows({ conditions }: { conditions: ReadinessCondition[] }) {
  return (
    <StatusList>
      {conditions.map(({ name, state, says, todo }) => (
        <StatusRow key={name} title={name} state={<StateMark tone={TONES[state]}>{STATES[state]}</StateMark>}>
          <div>{says}</div>
          {todo && <div>{todo}</div>}
        </StatusRow>
      ))}
    </StatusList>
  );
}

export function PartnerRows({ partners }: { partners: ListedPartner[] }) {
  return (
    <StatusList>
      {partners.map(({ partner, name, isAway, since, trouble, nextProbeAt, limit }) => (
        <StatusRow
          key={partner}
          title={name}
          state={<StateMark tone={isAway ? 'bad' : 'good'}>{isAway ? 'not responding' : 'responding'}</StateMark>}
        >
          {since && (
            <div>
              Since <Time iso={since} />: {trouble}
            </div>
          )}
          {nextProbeAt && (
            <div>
              Next check <Time iso={nextProbeAt} />
            </div>
          )}
          <div>At most {counted(limit, 'call', 'calls')} at a time</div>
        </StatusRow>
      ))}
    </StatusList>
  );
}

export function WebhookRows({ webhooks }: { webhooks: Webhook[] }) {
  return (
    <>
      <Live what="ignored" ask={system.ignored}>
        {({ count }) => (
          <Typography sx={{ pb: 1 }}>
            {count === 0
              ? 'No webhooks about other systems since startup.'
              : `${counted(count, 'webhook', 'webhooks')} about other systems ignored since startup.`}
          </Typography>
        )}
      </Live>
      {webhooks.length === 0 && <Nothing>Stripe has sent no webhooks yet.</Nothing>}
      <StatusList>
        {webhooks.map(({ id, type, orderId, receivedAt, waiting, outcome, reason }) => (
          <StatusRow
            key={id}
            title={<Mono>{type}</Mono>}
            state={<StateMark tone={waiting ? 'waits' : 'good'}>{waiting ? 'waiting' : 'processed'}</StateMark>}
          >
            <div>
              <Time iso={receivedAt} /> <Mono>{id}</Mono>
            </div>
            {orderId && <Link to={`/orders/${orderId}/show`}>Order {orderId}</Link>}
            <div>{waiting ? (reason ?? 'Not started by this process yet.') : outcome}</div>
          </StatusRow>
        ))}
      </StatusList>
    </>
  );
}

const productPage = (id: string) => `/products/${encodeURIComponent(id)}/show`;
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  order: (id) => `/orders/${id}/show`,
  account: (id) => `/accounts/${id}/show`,
  invitation: () => '/invitations',
  check: productPage,
  product: productPage,
};

const ABOUT: Readonly<Record<string, string>> = {
  order: 'Order',
  account: 'Account',
  invitation: 'Invitation',
  check: 'Product',
  product: 'Product',
};

const mailName = (kind: string) => sentence(kind.replaceAll('-', ' '));

export function BounceRows({ bounces }: { bounces: Bounce[] }) {
  if (bounces.length === 0) return <Nothing>No emails have bounced.</Nothing>;
  return (
    <StatusList>
      {bounces.map(({ id, about, aboutId, kind, reason, reply, at }) => (
        <StatusRow key={id} title={mailName(kind)}>
          <div>
            <Time iso={at} /> <Mono>{reply}</Mono> {BOUNCES[reason]}
          </div>
          <Link to={PAGES[about]?.(aboutId) ?? '/'}>
            {ABOUT[about] ?? about} <Mono>{aboutId}</Mono>
          </Link>
        </StatusRow>
      ))}
    </StatusList>
  );
}

export function SettingRows({ settings }: { settings: SettingInForce[] }) {
  return (
    <StatusList>
      {settings.map(({ name, value, from }) => (
        <StatusRow
          key={name}
          title={<Mono>{name}</Mono>}
          state={from === 'default' ? 'default' : <strong>{from}</strong>}
        >
          <Mono>{value}</Mono>
        </StatusRow>
      ))}
    </StatusList>
  );
}
