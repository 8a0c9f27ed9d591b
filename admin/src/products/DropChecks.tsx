import { Box, Typography } from '@mui/material';
import { CHECK_LABELS, findingText } from '@supreme-access/contract/checks.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { CheckFinding } from '@supreme-access/contract/shapes/releases.js';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { dataProvider } from '../data-provider.js';
import { Refusal } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { CheckMark, checkedWhen } from './CheckMark.js';
import { RunNowButton } from './RunNowButton.js';

const REFRESH_MS = 15_000;

/** The newest first. */
export function useDropChecks(productId: string) {
  const { dropChecks } = useDataProvider<typeof dataProvider>();
  return useQuery({
    queryKey: ['products', 'checks', { productId }],
    queryFn: ({ signal }) => dropChecks(productId, signal),
    refetchInterval: REFRESH_MS,
  });
}

export function CheckNowButton({ productId }: { productId: string }) {
  const { checkDrop } = useDataProvider<typeof dataProvider>();
  const words = { label: 'Check now', running: 'Checking…', ran: 'The drop was checked.' };
  return <RunNowButton {...words} productId={productId} run={checkDrop} />;
}

export function DropChecks({ product }: { product: AdminProduct }) {
  const { productId } = product;
  const { data: checks, error } = useDropChecks(productId);
  const isAhead = !product.releaseStartedAt && !product.cancelled && !product.delisted;
  const [latest, ...before] = checks ?? [];
  return (
    <Section title="Release checks" aside={isAhead && <CheckNowButton productId={productId} />}>
      <Refusal error={error} />
      {checks && !latest && (
        <Typography sx={{ color: 'text.secondary' }}>
          {isAhead ? notYet(product) : 'No checks ran before the release.'}
        </Typography>
      )}
      {latest && (
        <>
          <Typography sx={{ color: 'text.secondary', pb: 1, fontSize: '0.8125rem' }}>{checkedWhen(latest)}</Typography>
          <Findings findings={latest.findings} />
        </>
      )}
      {before.length > 0 && (
        <Typography sx={{ color: 'text.secondary', pt: 1, fontSize: '0.8125rem' }}>
          {`Earlier checks: ${before.slice(0, 5).map(checkedWhen).join('; ')}`}
        </Typography>
      )}
    </Section>
  );
}

function notYet({ releaseAt }: AdminProduct): string {
  const planned = releaseAt === null ? '' : ' Runs 24 h, 30 min and 5 min before.';
  return `Not checked yet.${planned}`;
}

function Findings({ findings }: { findings: readonly CheckFinding[] }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {findings.map((finding) => (
        <Box
          component="li"
          key={finding.check}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: '120px minmax(0, 1fr) 110px' },
            columnGap: 2,
            py: 0.875,
            borderBottom: 1,
            borderColor: 'divider',
            fontSize: '0.875rem',
          }}
        >
          <Box sx={{ color: 'text.secondary' }}>{CHECK_LABELS[finding.check]}</Box>
          <Box sx={{ gridRow: { xs: 2, sm: 'auto' }, gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
            {findingText(finding)}
          </Box>
          <CheckMark level={finding.level} />
        </Box>
      ))}
    </Box>
  );
}
