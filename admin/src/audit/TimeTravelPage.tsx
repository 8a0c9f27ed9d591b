import { Box, Button, Typography } from '@mui/material';
import { TRAVELLED, type Travelled } from '@supreme-access/contract/event-names.js';
import { parameterOf } from '@supreme-access/contract/parameters.js';
import type { Moment } from '@supreme-access/contract/shapes/audit.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { eventPath } from '../ui/EventLink.js';
import { clock, day, sentence } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { NotFound } from '../ui/Notice.js';
import { PageHead } from '../ui/PageHead.js';
import { Refusal } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { Waiting } from '../ui/Waiting.js';
import { Changes } from './Changes.js';
import { eventsApi } from './events-api.js';
import { MomentSteps, type Wanted } from './MomentSteps.js';
import { Actor, InkLink } from './names.js';
import { Shown } from './Shown.js';
import { SlotPicture } from './SlotPicture.js';
import { StateRows } from './StateRows.js';

const NAMES: Record<Travelled, string> = {
  orders: 'Order',
  products: 'Product',
  accounts: 'Account',
  promos: 'Promo code',
};

export function TimeTravelPage() {
  const { kind: named, id = '' } = useParams();
  const kind = TRAVELLED.find((one) => one === named);
  return kind ? <History key={`${kind} ${id}`} kind={kind} id={id} /> : <NotFound />;
}

function History({ kind, id }: { kind: Travelled; id: string }) {
  const [params, setParams] = useSearchParams();
  const when = { revision: parameterOf(params, 'revision') ?? undefined, at: parameterOf(params, 'at') ?? undefined };
  const { data: moment, error } = useQuery({
    queryKey: ['moment', kind, id, when],
    queryFn: ({ signal }) => eventsApi.moment(kind, id, when, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const go = useCallback(
    (wanted: Wanted) =>
      setParams('at' in wanted ? { at: wanted.at } : { revision: String(wanted.revision) }, { replace: true }),
    [setParams],
  );
  return (
    <>
      <PageHead title={`${NAMES[kind]} history`} note={<Mono>{id}</Mono>}>
        <Button component={Link} to={`/${kind}/${encodeURIComponent(id)}/show`} variant="outlined">
          Current state
        </Button>
      </PageHead>
      <Refusal error={error} />
      {!moment && !error && <Waiting />}
      {moment && (
        <>
          <MomentSteps moment={moment} onGo={go} />
          <Section title="What the shopper saw" sx={{ pt: 2, minWidth: 0 }}>
            <Shown moment={moment} />
          </Section>
          {kind === 'products' && <SlotPicture productId={id} revision={moment.revision} />}
          <MomentParts moment={moment} />
        </>
      )}
    </>
  );
}

function MomentParts({ moment }: { moment: Moment }) {
  const { event, changes, changesCut, state, shortened, revision } = moment;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { lg: '1fr 1fr' }, gap: { xs: 3, lg: 4 }, pt: 2 }}>
      <Box sx={{ display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 }}>
        <Section
          title="The event"
          aside={<InkLink to={eventPath(event.position)}>Open event</InkLink>}
          sx={{ minWidth: 0 }}
        >
          <Typography sx={{ fontWeight: 600 }}>{sentence(event.type)}</Typography>
          <Mono component="div" sx={{ color: 'text.secondary', pb: 1 }}>
            {day(event.at)}, {clock(event.at, undefined, true)} by <Actor actor={event.actor} />
          </Mono>
          {revision < 0 && (
            <Typography sx={{ pb: 1 }}>The slot is reserved. The order is placed a moment later.</Typography>
          )}
          <Changes changes={changes} isCut={changesCut} />
        </Section>
      </Box>
      <Section title="State after this event" sx={{ minWidth: 0 }}>
        {shortened.map(({ path, entries, shown: given }) => (
          <Typography key={path} sx={{ color: 'text.secondary', pb: 1 }}>
            {`Showing ${given} of ${entries} ${path}: changed entries first, then the latest.`}
          </Typography>
        ))}
        <StateRows state={state} marked={changes.map(({ path }) => path)} />
      </Section>
    </Box>
  );
}
