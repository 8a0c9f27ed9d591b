import {
  Box,
  Button,
  Link as MuiLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Mono, Time } from '../ui/Mono.js';
import { Refusal } from '../ui/Refusal.js';
import { Waiting } from '../ui/Waiting.js';
import { Actor } from './names.js';
import { runName, runState } from './run-words.js';
import { runsApi } from './runs-api.js';

const SIZE = 10;
const REFRESH_MS = 3_000;

export function RunHistory() {
  const [page, setPage] = useState(0);
  const { data, error, isPending } = useQuery({
    queryKey: ['audit', 'runs', page],
    queryFn: ({ signal }) => runsApi.list(page, SIZE, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  if (isPending) return <Waiting />;
  const { runs, total } = data ?? { runs: [], total: 0 };
  return (
    <>
      <Refusal error={error} />
      {!error && total === 0 && <Typography role="status">no data on response</Typography>}
      {total > 0 && (
        <Box sx={{ overflowX: 'auto' }} role="region" aria-label="Past runs" tabIndex={0}>
          <Table size="small">
            <TableHead>
              <TableRow>
                {['Started', 'Run', 'Result', 'Findings', 'Started by'].map((name) => (
                  <TableCell key={name}>{name}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {runs.map((run) => (
                <TableRow key={run.id}>
                  <TableCell>
                    <MuiLink component={Link} to={`/audit/runs/${run.id}`}>
                      <Time iso={run.startedAt} />
                    </MuiLink>
                  </TableCell>
                  <TableCell>{runName(run.kind)}</TableCell>
                  <TableCell>{runState(run)}</TableCell>
                  <TableCell>
                    <Mono>{run.figures.findings ?? ''}</Mono>
                  </TableCell>
                  <TableCell>
                    <Actor actor={run.askedBy} />
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
      {total > SIZE && (
        <Box sx={{ display: 'flex', gap: 1, py: 1.5 }}>
          <Button variant="outlined" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button variant="outlined" disabled={(page + 1) * SIZE >= total} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </Box>
      )}
    </>
  );
}
