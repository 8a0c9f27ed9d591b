import { Box, Link as MuiLink, Typography } from '@mui/material';
import { shownMoney } from '@supreme-access/contract/currencies.js';
import { CURRENCY } from '@supreme-access/contract/limits.js';
import type { AuditRun, LedgerSide, RunFinding } from '@supreme-access/contract/shapes/audit.js';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { Choice, Choices } from '../ui/Choice.js';
import { Mono } from '../ui/Mono.js';
import { HealButton } from './HealButton.js';
import { LEDGER_NAMES, whatOf } from './run-words.js';

const COLUMNS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 2fr) repeat(3, minmax(0, 1fr))' },
};

/** What a reconciliation found, with the three ledgers side by side: what differs, or also how much is equal. */
export function LedgerDiff({ run }: { run: AuditRun }) {
  const [isWhole, setWhole] = useState(false);
  const { findings, figures } = run;
  const all = Number(figures.findings ?? findings.length);
  return (
    <>
      <Choices label="Shown">
        <Choice chosen={!isWhole} onClick={() => setWhole(false)}>
          What differs
        </Choice>
        <Choice chosen={isWhole} onClick={() => setWhole(true)}>
          Everything
        </Choice>
      </Choices>
      {all === 0 && (
        <Typography sx={{ py: 1, fontWeight: 600, color: 'success.main' }}>
          Nothing differs between the ledgers.
        </Typography>
      )}
      {all > findings.length && (
        <Typography sx={{ py: 1 }}>
          Showing the first {findings.length} of {all}. Fix these and start another run.
        </Typography>
      )}
      <Box
        component="ul"
        aria-label="Ledgers"
        sx={{ listStyle: 'none', p: 0, m: 0, borderTop: 1, borderColor: 'divider' }}
      >
        {isWhole &&
          Object.entries(LEDGER_NAMES).map(([name, ledger]) => (
            <EqualRow key={name} name={name} ledger={ledger} count={Number(figures[name] ?? 0)} />
          ))}
        {findings.map((finding) => (
          <DiffRow key={finding.id} run={run} finding={finding} />
        ))}
      </Box>
    </>
  );
}

const atRetailer = (name: string) => name === 'purchasesEqual';

function EqualRow({ name, ledger, count }: { name: string; ledger: string; count: number }) {
  const equal = { says: count === 1 ? '1 entry, equal' : `${count} entries, equal` };
  return (
    <Row title={ledger}>
      <Side name="Event log" side={equal} />
      <Side name="Stripe" side={atRetailer(name) ? undefined : equal} />
      <Side name="Retailer" side={atRetailer(name) ? equal : undefined} />
    </Row>
  );
}

function DiffRow({ run, finding }: { run: AuditRun; finding: RunFinding }) {
  const { id, what, about, orderId, detail, sides } = finding;
  const isHealed = run.healed.includes(id);
  const title = (
    <>
      {whatOf(what)}
      {isHealed && ' (fixed)'}
    </>
  );
  return (
    <Row
      title={title}
      note={
        <>
          <Typography variant="body2">
            <Mono>{about}</Mono>
            {!sides && detail && `: ${detail}`}
          </Typography>
          {orderId && (
            <MuiLink component={Link} to={`/orders/${orderId}/show`}>
              Order
            </MuiLink>
          )}{' '}
          {what === 'missing-here' && !isHealed && <HealButton run={run} finding={finding} />}
        </>
      }
    >
      {sides && (
        <>
          <Side name="Event log" side={sides.log} />
          <Side name="Stripe" side={sides.stripe} differs={!isHealed} />
          <Side name="Retailer" side={sides.retailer} differs={!isHealed} />
        </>
      )}
    </Row>
  );
}

function Row({ title, note, children }: { title: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{
        ...COLUMNS,
        columnGap: 2,
        rowGap: 1,
        py: 1.25,
        borderBottom: 1,
        borderColor: 'divider',
        overflowWrap: 'anywhere',
      }}
    >
      <Box>
        <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
        {note}
      </Box>
      {children}
    </Box>
  );
}

interface SideProps {
  name: string;
  side: LedgerSide | undefined;
  differs?: boolean;
}

function Side({ name, side, differs = false }: SideProps) {
  return (
    <Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {name}
      </Typography>
      {side ? (
        <Box sx={differs ? { color: 'error.main', fontWeight: 600 } : undefined}>
          {side.says.charAt(0).toUpperCase() + side.says.slice(1)}
          {side.amount !== undefined && (
            <>
              {' '}
              <Mono>{shownMoney({ amount: side.amount, currency: side.currency ?? CURRENCY })}</Mono>
            </>
          )}
        </Box>
      ) : (
        <Box sx={{ color: 'text.secondary' }}>Keeps none</Box>
      )}
    </Box>
  );
}
