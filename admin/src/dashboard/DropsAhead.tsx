import { Box, Typography } from '@mui/material';
import type { CheckedDrop } from '@supreme-access/contract/check-types.js';
import { CheckMark, checkedWhen, worstOf } from '../products/CheckMark.js';
import { RowLink } from '../ui/RowLink.js';
import { Section } from '../ui/Section.js';

/** The next drops, and what was found before each. */
export function DropsAhead({ drops }: { drops: CheckedDrop[] }) {
  return (
    <Section title="Before the drops">
      {drops.length === 0 && <Typography sx={{ color: 'text.secondary' }}>Nothing is dated.</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {drops.map((drop) => (
          <Box component="li" key={drop.productId} sx={{ borderBottom: 1, borderColor: 'divider' }}>
            <Ahead drop={drop} />
          </Box>
        ))}
      </Box>
    </Section>
  );
}

function Ahead({ drop: { productId, productTitle, check } }: { drop: CheckedDrop }) {
  return (
    <RowLink
      to={`/products/${encodeURIComponent(productId)}/show`}
      sx={{
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) 130px 180px' },
        columnGap: 2,
        minHeight: 44,
        alignItems: 'center',
        fontSize: '0.875rem',
      }}
    >
      <Box sx={{ fontWeight: 600 }}>{productTitle}</Box>
      {check ? <CheckMark level={worstOf(check)} /> : <Box sx={{ color: 'text.secondary' }}>Not looked at yet</Box>}
      <Box sx={{ color: 'text.secondary' }}>{check && checkedWhen(check)}</Box>
    </RowLink>
  );
}
