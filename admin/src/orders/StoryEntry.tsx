import { Box, ButtonBase } from '@mui/material';
import type { FiledEntry } from '@supreme-access/contract/shapes/order-file.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { CopyButton } from '../ui/Copyable.js';
import { EventLink } from '../ui/EventLink.js';
import { clock, day, sentence } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { mono } from '../ui/tokens.js';
import { isReference, storyFacts } from './story-facts.js';
import { actorOf, sentenceOf } from './story-sentences.js';

export interface StoryEntryProps {
  entry: FiledEntry;
  order: Order;
  above: FiledEntry | undefined;
}

export function StoryEntry({ entry, order, above }: StoryEntryProps) {
  const { tone, text } = sentenceOf(entry, order);
  const newDay = !above || day(above.at) !== day(entry.at);
  return (
    <Box
      component="li"
      sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '116px minmax(0, 1fr)' }, columnGap: 2, pb: 2 }}
    >
      <Box
        component="time"
        dateTime={entry.at}
        sx={{ ...mono, color: 'text.secondary', pt: 0.375, whiteSpace: 'nowrap' }}
      >
        {newDay && <Box sx={{ color: 'text.primary' }}>{day(entry.at)}</Box>}
        {clock(entry.at, undefined, true)}
      </Box>
      <Box sx={{ minWidth: 0, borderLeft: 3, borderColor: tone, pl: 1.5 }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{text}</Box>
        <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', pt: 0.25, overflowWrap: 'anywhere' }}>
          <EventLink eventId={entry.eventId}>{sentence(entry.type)}</EventLink> <By causedBy={entry.causedBy} />
          {entry.cause && (
            <>
              {', '}because of <EventLink eventId={entry.cause.eventId}>{sentence(entry.cause.type)}</EventLink>
            </>
          )}
        </Box>
        <FoldedData entry={entry} />
      </Box>
    </Box>
  );
}

function By({ causedBy }: { causedBy: string }) {
  const { name, accountId } = actorOf(causedBy);
  if (accountId === null) return <>by {name}</>;
  return (
    <>
      by{' '}
      <Box component={Link} to={`/accounts/${encodeURIComponent(accountId)}/show`} sx={{ color: 'inherit' }}>
        {name}
      </Box>
    </>
  );
}

function FoldedData({ entry: { type, data } }: { entry: FiledEntry }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const name = `data of ${sentence(type)}`;
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <ButtonBase
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          aria-label={`${open ? 'Hide' : 'Show'} ${name}`}
          onClick={() => setOpen(!open)}
          sx={{ minHeight: 28, fontSize: '0.8125rem', color: 'text.secondary', textDecoration: 'underline' }}
        >
          {open ? 'Hide data' : 'Show data'}
        </ButtonBase>
        {open && <CopyButton name={name} text={JSON.stringify(data, null, 2)} />}
      </Box>
      {open && <DataFacts id={id} data={data} />}
    </>
  );
}

function DataFacts({ id, data }: { id: string; data: FiledEntry['data'] }) {
  return (
    <Box
      component="dl"
      id={id}
      sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2, rowGap: 0.5, m: 0, pt: 0.5 }}
    >
      {storyFacts(data).map(([name, value]) => (
        <Mono key={name} component="div" sx={{ display: 'contents', fontSize: '0.6875rem' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {name}
          </Box>
          <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value}
            {isReference(name) && <CopyButton name={name} text={value} />}
          </Box>
        </Mono>
      ))}
    </Box>
  );
}
