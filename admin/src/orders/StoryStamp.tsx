import { Box } from '@mui/material';
import type { StoryEventName } from '@supreme-access/contract/event-names.js';
import type { FiledEntry } from '@supreme-access/contract/order-file.js';
import { EventLink } from '../ui/EventLink.js';
import { clock, day, sentence } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { storyFacts } from './story-facts.js';

type Tone = 'text.primary' | 'success.main' | 'warning.main' | 'error.main';

const TONES: Record<StoryEventName, Tone> = {
  SlotReserved: 'text.primary',
  OrderPlaced: 'text.primary',
  ReleaseStarted: 'text.primary',
  CheckoutStarted: 'text.primary',
  CheckoutSucceeded: 'success.main',
  CheckoutRefused: 'error.main',
  SecurityCodeGiven: 'text.primary',
  CheckoutOutcomeUnknown: 'warning.main',
  FeeChargeStarted: 'text.primary',
  FeeCharged: 'success.main',
  FeeDeclined: 'error.main',
  FeeWaived: 'text.primary',
  RefundRequested: 'warning.main',
  RefundStarted: 'text.primary',
  FeeRefunded: 'success.main',
  RefundFailed: 'error.main',
  FeeDisputed: 'error.main',
  DisputeDeadlineMoved: 'warning.main',
  DisputeClosed: 'warning.main',
  OrderWithdrawn: 'error.main',
  SlotReleased: 'text.primary',
  OrderClosed: 'error.main',
  OrderArchived: 'text.primary',
  PriceOverridden: 'text.primary',
  AcoDataAccessed: 'text.primary',
  MailRequested: 'text.primary',
  MailClaimed: 'text.primary',
  MailSent: 'text.primary',
  MailBounced: 'error.main',
  MailSuppressed: 'text.primary',
  PersonalDataErased: 'text.primary',
  ErasureFinished: 'text.primary',
};

export interface StoryStampProps {
  entry: FiledEntry;
  previous: FiledEntry | undefined;
}

export function StoryStamp({ entry, previous }: StoryStampProps) {
  const newDay = !previous || day(previous.at) !== day(entry.at);
  return (
    <Box
      component="li"
      sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '148px minmax(0, 1fr)' }, columnGap: 2, pb: 2 }}
    >
      <Mono component="time" sx={{ color: 'text.secondary', pt: 0.5, whiteSpace: 'nowrap' }}>
        {newDay && <Box sx={{ color: 'text.primary' }}>{day(entry.at)}</Box>}
        {clock(entry.at, undefined, true)}
      </Mono>
      <Box sx={{ minWidth: 0 }}>
        <EventLink eventId={entry.eventId}>
          <Stamp type={entry.type} />
        </EventLink>
        <Mono sx={{ color: 'text.secondary', ml: 1 }}>by {entry.causedBy}</Mono>
        {entry.cause && (
          <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', pt: 0.5 }}>
            because of <EventLink eventId={entry.cause.eventId}>{sentence(entry.cause.type)}</EventLink>
          </Box>
        )}
        <StampFacts data={entry.data} />
      </Box>
    </Box>
  );
}

function Stamp({ type }: { type: StoryEventName }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-block',
        border: 1.5,
        borderRadius: '2px',
        px: 0.75,
        fontSize: '0.8125rem',
        fontWeight: 700,
        lineHeight: 1.5,
        color: TONES[type],
      }}
    >
      {sentence(type)}
    </Box>
  );
}

function StampFacts({ data }: { data: Record<string, unknown> }) {
  const facts = storyFacts(data);
  if (facts.length === 0) return null;
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.25, m: 0, pt: 0.75 }}>
      {facts.map(([name, value]) => (
        <Mono key={name} component="div" sx={{ display: 'flex', gap: 0.75, minWidth: 0, fontSize: '0.6875rem' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {name}
          </Box>
          <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Box>
        </Mono>
      ))}
    </Box>
  );
}
