import { Box, Typography } from '@mui/material';
import { sizeLabel } from '@supreme-access/contract/labels.js';
import type { OrderAttempt, OrderEvidence } from '@supreme-access/contract/shapes/order-file.js';
import { Copyable } from '../../ui/Copyable.js';
import { EventLink } from '../../ui/EventLink.js';
import { Facts } from '../../ui/Facts.js';
import { Mono, Time } from '../../ui/Mono.js';

const ANSWERS: Record<OrderAttempt['answer'], { text: string; color: string }> = {
  open: { text: 'No answer yet', color: 'warning.main' },
  unknown: { text: 'Outcome unknown', color: 'warning.main' },
  refused: { text: 'Refused', color: 'error.main' },
  bought: { text: 'Bought', color: 'success.main' },
};

export function OrderAttempts({ attempts }: { attempts: readonly OrderAttempt[] }) {
  if (attempts.length === 0) return <Typography>No attempts yet.</Typography>;
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {attempts.map((attempt) => (
        <Box component="li" key={attempt.reference} sx={{ pb: 1.5 }}>
          <Attempt attempt={attempt} />
        </Box>
      ))}
    </Box>
  );
}

function Attempt({ attempt }: { attempt: OrderAttempt }) {
  const { text, color } = ANSWERS[attempt.answer];
  const isOpen = attempt.answer === 'open' || attempt.answer === 'unknown';
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, fontWeight: 600, fontSize: '0.875rem' }}>
        <EventLink eventId={attempt.eventId}>{`Attempt ${attempt.attempt}`}</EventLink>
        <Box component="span" sx={{ color }}>
          {text}
        </Box>
        {attempt.reason && <Mono>{attempt.reason}</Mono>}
      </Box>
      <Facts
        facts={{
          Reference: <Copyable name={`reference of attempt ${attempt.attempt}`} text={attempt.reference} />,
          Wanted: `${sizeLabel(attempt.size)}, ${attempt.style}`,
          Begun: <Time iso={attempt.at} />,
          By: <Mono>{attempt.claimedBy}</Mono>,
          'Lease until': isOpen ? <Time iso={attempt.leaseUntil} /> : null,
          Answered: attempt.answeredAt && <Time iso={attempt.answeredAt} />,
          'Next attempt at': attempt.retryAt && <Time iso={attempt.retryAt} />,
        }}
      />
    </>
  );
}

const KINDS: Record<OrderEvidence['kind'], string> = {
  retailer: 'Answer of the retailer',
  'signed-email': 'Email signed by the retailer',
  reviewed: 'Email accepted by staff',
  'card-charge': "A charge on the card's statement",
};

export function Evidence({ evidence }: { evidence: OrderEvidence | null }) {
  if (!evidence) return <Typography>None yet. Nothing is charged without evidence.</Typography>;
  return (
    <Facts
      facts={{
        Kind: KINDS[evidence.kind],
        Reference: <Copyable name="reference of the evidence" text={evidence.reference} />,
        'SHA-256': <Mono>{evidence.sha256}</Mono>,
        Recorded: (
          <EventLink eventId={evidence.eventId}>
            <Time iso={evidence.at} />
          </EventLink>
        ),
        By: <Mono>{evidence.by}</Mono>,
        Late: evidence.late ? 'It arrived after the order ended. It is kept, and nothing is charged.' : null,
      }}
    />
  );
}
