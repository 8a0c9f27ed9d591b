import { Box } from '@mui/material';
import { sizeLabel } from '@supreme-access/contract/labels.js';
import type { Proof, ProofAnswer, ProofStatus } from '@supreme-access/contract/shapes/proofs.js';
import { SelectInput } from 'react-admin';
import { Link } from 'react-router-dom';
import { Copyable } from '../../ui/Copyable.js';
import { Facts } from '../../ui/Facts.js';
import { ListPage } from '../../ui/ListPage.js';
import { Time } from '../../ui/Mono.js';
import { Rows } from '../../ui/Rows.js';
import { StatusMark } from '../../ui/StatusMark.js';
import { ReviewButtons } from './ReviewButtons.js';

const LABELS: Readonly<Record<ProofStatus, string>> = {
  waiting: 'Waiting',
  accepted: 'Accepted',
  refused: 'Refused',
  settled: 'No longer needed',
};
const DECIDED = (['accepted', 'refused', 'settled'] as const).map((id) => ({ id, name: LABELS[id] }));
const filters = [
  <SelectInput key="status" source="status" label="Status" choices={DECIDED} emptyText="Waiting" alwaysOn />,
];

const SAYS: Readonly<Record<ProofAnswer, string>> = {
  succeeded: 'It confirms the purchase.',
  refused: 'It says nothing was bought.',
  'never-seen': 'It has no record of the attempt.',
  'in-progress': 'It has no result yet.',
  'not-asked': 'Not contacted again: it was asked a moment ago.',
};

/** Mails that may prove a purchase. No mail charges a fee by itself: a person decides. */
export function ProofList() {
  return (
    <ListPage
      title="Proof to review"
      sort={{ field: 'receivedAt', order: 'DESC' }}
      filters={filters}
      exportButton={false}
      hasColumns={false}
      table={<ProofRows />}
      rows={<ProofRows />}
    />
  );
}

export function ProofRows() {
  return (
    <Rows<Proof>
      sx={{ display: 'grid', gridTemplateColumns: { md: '7fr 5fr' }, gap: { xs: 2, md: 4 }, py: 2 }}
      row={(proof) => (
        <>
          <Mail proof={proof} />
          <Box sx={{ minWidth: 0, display: 'grid', gap: 1.5, alignContent: 'start' }}>
            <OrderOf proof={proof} />
            {proof.status === 'waiting' && (
              <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
                <ReviewButtons proof={proof} />
              </Box>
            )}
          </Box>
        </>
      )}
    />
  );
}

/** The mail is shown as text: it contains no link and loads nothing. */
function Mail({ proof: { mail, receivedAt } }: { proof: Proof }) {
  if (!mail) return <Box sx={{ color: 'text.secondary' }}>The email was deleted.</Box>;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Facts facts={{ From: mail.from, Subject: mail.subject, Received: <Time iso={receivedAt} /> }} />
      <Box
        component="pre"
        tabIndex={0}
        aria-label="Text of the email"
        sx={{
          m: 0,
          mt: 1,
          p: 1.5,
          maxHeight: 360,
          overflow: 'auto',
          border: 1,
          borderColor: 'divider',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          fontSize: '0.875rem',
        }}
      >
        {mail.text}
      </Box>
    </Box>
  );
}

function OrderOf({ proof }: { proof: Proof }) {
  const { order, status, isAuthenticated, reference, why, answer, reason } = proof;
  const wanted = [sizeLabel(order.size), order.style].filter(Boolean).join(', ');
  return (
    <Facts
      facts={{
        Order: (
          <Box component={Link} to={`/orders/${proof.orderId}/show`} sx={{ color: 'inherit', fontWeight: 600 }}>
            {order.productTitle}
          </Box>
        ),
        'Size and style': wanted,
        'Ordered by': order.email || null,
        Status: <StatusMark status={order.status} />,
        Sender: isAuthenticated ? 'Verified by the mail service' : 'Not verified',
        Attempt: reference === null ? 'Not named in the email' : <Copyable name="attempt" text={reference} />,
        'Why a review is needed': why,
        Retailer: answer === null ? 'Not contacted yet' : SAYS[answer],
        Review: status === 'waiting' ? null : [LABELS[status], reason].filter(Boolean).join(': '),
      }}
    />
  );
}
