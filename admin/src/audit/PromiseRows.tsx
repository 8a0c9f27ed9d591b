import { Box, Link as MuiLink, Typography } from '@mui/material';
import type { AuditPromise, OfferedRun, PromiseCheck, PromiseName } from '@supreme-access/contract/shapes/audit.js';
import { Link } from 'react-router-dom';
import { Mono, Time } from '../ui/Mono.js';
import { StateMark } from '../ui/StateMark.js';
import { AuditRow } from './AuditRow.js';
import { checkedBy, isBehind, PROMISE_NAMES, STATES, uncheckedBy } from './promise-words.js';
import { runName, whatOf } from './run-words.js';
import { StartRun } from './StartRun.js';

export interface PromiseRowsProps {
  promises: readonly AuditPromise[];
  offered: readonly OfferedRun[];
  onStarted: () => void;
}

export function PromiseRows({ promises, ...rest }: PromiseRowsProps) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { lg: 'repeat(3, minmax(0, 1fr))' }, gap: { xs: 4, lg: 5 } }}>
      {promises.map((one) => (
        <Verdict key={one.promise} verdict={one} {...rest} />
      ))}
    </Box>
  );
}

function Verdict({ verdict, ...rest }: { verdict: AuditPromise } & Omit<PromiseRowsProps, 'promises'>) {
  const { promise, state, checks } = verdict;
  const { word, tone } = STATES[state];
  return (
    <Box
      component="section"
      aria-label={PROMISE_NAMES[promise]}
      sx={{ minWidth: 0, borderTop: 3, borderColor: 'text.primary' }}
    >
      <Box sx={{ py: 1.5 }}>
        <Typography variant="h3" component="h2" sx={{ pb: 0.75 }}>
          {PROMISE_NAMES[promise]}
        </Typography>
        <StateMark tone={tone}>{word}</StateMark>
      </Box>
      {checks.map((check) => (
        <Check key={check.kind} promise={promise} check={check} {...rest} />
      ))}
    </Box>
  );
}

interface CheckProps extends Omit<PromiseRowsProps, 'promises'> {
  promise: PromiseName;
  check: PromiseCheck;
}

function Check({ promise, check, offered, onStarted }: CheckProps) {
  const { kind, state, runId, at, found, findings, later } = check;
  const own = offered.find((one) => one.kind === kind);
  const path = runId ? `/audit/runs/${runId}` : '/seals';
  return (
    <AuditRow>
      <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {at && (
          <>
            <Typography sx={{ fontWeight: 600 }}>{checkedBy(promise, check)}</Typography>
            <Typography variant="body2">
              <MuiLink component={Link} to={path}>
                {runName(kind)} <Time iso={at} />
              </MuiLink>
            </Typography>
          </>
        )}
        {state === 'broken' && (
          <Box role="alert" sx={{ color: 'error.main', py: 0.5 }}>
            <Typography sx={{ fontWeight: 700 }}>
              {found === 1 ? '1 problem found' : `${found} problems found`}
            </Typography>
            {findings.map(({ id, what, about, detail }) => (
              <Typography key={id} variant="body2">
                {whatOf(what)}: <Mono>{about}</Mono>
                {detail && `, ${detail}`}
              </Typography>
            ))}
          </Box>
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {uncheckedBy(promise, check)}
        </Typography>
      </Box>
      {own && (isBehind(promise, check) || later !== null || state !== 'kept') && (
        <StartRun offered={own} onStarted={onStarted} />
      )}
    </AuditRow>
  );
}
