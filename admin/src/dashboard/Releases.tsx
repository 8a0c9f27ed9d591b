import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { ReleaseFigures } from '@supreme-access/contract/shapes/reports.js';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { lapse } from '../ui/format.js';
import { Mono, Time } from '../ui/Mono.js';
import { RowBoundary } from '../ui/RowBoundary.js';
import { Section } from '../ui/Section.js';
import { ordersWith, percent } from './figures-data.js';

const BOUGHT = ['success', 'refund_pending', 'refunded'];
const OPEN = ['pending', 'processing', 'action_required'];

export function Releases({ releases }: { releases: ReleaseFigures[] }) {
  return (
    <Section title="Releases" id="releases">
      {releases.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>Nothing was released in the last 30 days.</Typography>
      ) : (
        // A scrollable region must be reachable by keyboard (axe: scrollable-region-focusable).
        <Box component="section" aria-label="Releases, as a table" tabIndex={0} sx={{ overflowX: 'auto' }}>
          <Table size="small">
            <TableHead>
              <TableRow>
                <TableCell>Drop</TableCell>
                <TableCell>Released</TableCell>
                {['Orders', 'Bought', 'Not bought', 'Open', 'Success', 'First attempt', 'Last attempt'].map((name) => (
                  <TableCell key={name} align="right" sx={{ whiteSpace: 'nowrap' }}>
                    {name}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {releases.map((release) => (
                <RowBoundary key={release.productId} as="tr" what={`row ${release.productId}`}>
                  <ReleaseRow release={release} />
                </RowBoundary>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
    </Section>
  );
}

function ReleaseRow({ release }: { release: ReleaseFigures }) {
  const { productId, productTitle, releaseAt, due, succeeded, failed, open, successRate } = release;
  const list = (filter: object) => ordersWith({ productId, ...filter });
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ minWidth: 120 }}>
        <PlainLink to={`/products/${encodeURIComponent(productId)}/show`}>{productTitle}</PlainLink>
      </TableCell>
      <TableCell>
        <Time iso={releaseAt} />
      </TableCell>
      <Figure to={list({})}>{due}</Figure>
      <Figure to={list({ status: BOUGHT })}>{succeeded}</Figure>
      <Figure to={list({ status: 'fail' })}>{failed}</Figure>
      <Figure to={list({ status: OPEN })}>{open}</Figure>
      <Figure>{percent(successRate)}</Figure>
      <Figure>{lapse(release.firstAfter)}</Figure>
      <Figure>{lapse(release.lastAfter)}</Figure>
    </TableRow>
  );
}

function Figure({ to, children }: { to?: string; children: ReactNode }) {
  const figure = <Mono sx={{ whiteSpace: 'nowrap' }}>{children}</Mono>;
  return <TableCell align="right">{to ? <PlainLink to={to}>{figure}</PlainLink> : figure}</TableCell>;
}

function PlainLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Box
      component={Link}
      to={to}
      sx={{ color: 'inherit', fontWeight: 600, '&:not(:hover)': { textDecorationThickness: 1 } }}
    >
      {children}
    </Box>
  );
}
