import { Box, Typography } from '@mui/material';
import { CHECK_LABELS, findingText } from '@supreme-access/contract/checks.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { DropCheck } from '@supreme-access/contract/shapes/releases.js';
import { CheckMark, checkedWhen } from '../products/CheckMark.js';
import { useDropChecks } from '../products/DropChecks.js';
import { clock } from '../ui/format.js';
import { Refusal } from '../ui/Refusal.js';

const LIT_MS = 30 * 60_000;

/** The checks as lights, which come on 30 minutes before the release. */
export function Lights({ product: { productId, releaseAt } }: { product: AdminProduct }) {
  const { data: checks, error } = useDropChecks(productId);
  const litAt = releaseAt === null ? null : Date.parse(releaseAt) - LIT_MS;
  const check = checks?.find(({ checkedAt }) => litAt === null || Date.parse(checkedAt) >= litAt);
  return (
    <>
      <Refusal error={error} />
      {checks && !check && (
        <Typography sx={{ color: 'text.secondary' }}>
          {litAt === null ? 'Not checked yet.' : `The lights come on at ${clock(new Date(litAt).toISOString())}.`}
        </Typography>
      )}
      {check && <Lit check={check} />}
    </>
  );
}

function Lit({ check }: { check: DropCheck }) {
  const troubles = check.findings.filter(({ level }) => level !== 'ok');
  return (
    <>
      <Typography sx={{ color: 'text.secondary', fontSize: '0.8125rem', pb: 1 }}>{checkedWhen(check)}</Typography>
      <Box
        component="ul"
        aria-label="Lights"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(128px, 1fr))',
          gap: '4px',
        }}
      >
        {check.findings.map(({ check: name, level }) => (
          <Box
            component="li"
            key={name}
            sx={{ border: 1, borderColor: 'divider', px: 1, py: 0.5, fontSize: '0.8125rem' }}
          >
            <Box>{CHECK_LABELS[name]}</Box>
            <CheckMark level={level} />
          </Box>
        ))}
      </Box>
      {troubles.map((finding) => (
        <Typography key={finding.check} sx={{ pt: 0.75, fontSize: '0.875rem' }}>
          <strong>{CHECK_LABELS[finding.check]}</strong>: {findingText(finding)}
        </Typography>
      ))}
    </>
  );
}
