import { Typography } from '@mui/material';
import { BOUNCES, counted } from '@supreme-access/contract/labels.js';
import type { ListedPartner, ReadinessCondition, SettingInForce } from '@supreme-access/contract/system-types.js';
import { Link } from 'react-router-dom';
import { Mono, Time } from '../ui/Mono.js';
import { StateMark } from '../ui/StateMark.js';
import { Line, Lines, Live, Nothing } from './live.js';
import { type Bounce, system, type Webhook } from './system-data.js';

const TONES = { fine: 'good', late: 'waits', 'not ready': 'bad' } as const;

export function ConditionLines({ conditions }: { conditions: ReadinessCondition[] }) {
  return (
    <Lines>
      {conditions.map(({ name, state, says, todo }) => (
        <Line key={name} title={name} state={<StateMark tone={TONES[state]}>{state}</StateMark>}>
          <div>{says}</div>
          {todo && <div>{todo}</div>}
        </Line>
      ))}
    </Lines>
  );
}

export function PartnerLines({ partners }: { partners: ListedPartner[] }) {
  return (
    <Lines>
      {partners.map(({ partner, isAway, since, trouble, nextProbeAt, limit }) => (
        <Line
          key={partner}
          title={partner}
          state={<StateMark tone={isAway ? 'bad' : 'good'}>{isAway ? 'away' : 'answers'}</StateMark>}
        >
          {since && (
            <div>
              since <Time iso={since} />: {trouble}
            </div>
          )}
          {nextProbeAt && (
            <div>
              next probe <Time iso={nextProbeAt} />
            </div>
          )}
          <div>at most {counted(limit, 'call', 'calls')} at once</div>
        </Line>
      ))}
    </Lines>
  );
}

export function WebhookLines({ webhooks }: { webhooks: Webhook[] }) {
  return (
    <>
      <Live what="ignored" ask={system.ignored}>
        {({ count }) => (
          <Typography sx={{ pb: 1 }}>
            {count === 0
              ? 'None of others since the start.'
              : `${count} of others since the start, which were left alone.`}
          </Typography>
        )}
      </Live>
      {webhooks.length === 0 && <Nothing>Stripe has told nothing yet.</Nothing>}
      <Lines>
        {webhooks.map(({ id, type, orderId, receivedAt, waiting, outcome, reason }) => (
          <Line
            key={id}
            title={type}
            state={<StateMark tone={waiting ? 'waits' : 'good'}>{waiting ? 'waits' : 'handled'}</StateMark>}
          >
            <div>
              <Time iso={receivedAt} /> <Mono>{id}</Mono>
            </div>
            {orderId && <Link to={`/orders/${orderId}/show`}>Order {orderId}</Link>}
            <div>{waiting ? (reason ?? 'not tried yet by this process') : outcome}</div>
          </Line>
        ))}
      </Lines>
    </>
  );
}

const PAGES: Readonly<Record<string, (id: string) => string>> = {
  order: (id) => `/orders/${id}/show`,
  account: (id) => `/accounts/${id}/show`,
  invitation: () => '/invitations',
  check: (id) => `/products/${encodeURIComponent(id)}/show`,
};

export function BounceLines({ bounces }: { bounces: Bounce[] }) {
  if (bounces.length === 0) return <Nothing>No mail has bounced.</Nothing>;
  return (
    <Lines>
      {bounces.map(({ id, about, aboutId, kind, reason, reply, at }) => (
        <Line key={id} title={kind}>
          <div>
            <Time iso={at} /> <Mono>{reply}</Mono> {BOUNCES[reason]}
          </div>
          <Link to={PAGES[about]?.(aboutId) ?? '/'}>
            {about} {aboutId}
          </Link>
        </Line>
      ))}
    </Lines>
  );
}

export function SettingLines({ settings }: { settings: SettingInForce[] }) {
  return (
    <Lines>
      {settings.map(({ name, value, from }) => (
        <Line key={name} title={name} state={from === 'default' ? 'default' : <strong>{from}</strong>}>
          <Mono>{value}</Mono>
        </Line>
      ))}
    </Lines>
  );
}
