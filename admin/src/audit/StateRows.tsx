import { Box } from '@mui/material';
import { Mono } from '../ui/Mono.js';
import { JsonRows } from './JsonRows.js';

const [OPEN_UP_TO, OPEN_NESTED_UP_TO] = [40, 3];

export interface StateRowsProps {
  state: Record<string, unknown>;
  marked: readonly string[];
}

export function StateRows({ state, marked }: StateRowsProps) {
  const parts = Object.entries(state);
  const small = Object.fromEntries(parts.filter(([, value]) => !isLarge(value)));
  const large = parts.filter(([, value]) => isLarge(value));
  return (
    <>
      <JsonRows value={small} empty="No state yet." marked={marked} />
      {large.map(([name, value]) => (
        <Box component="details" key={name} sx={{ borderTop: 1, borderColor: 'divider', py: 1 }}>
          <Box component="summary" sx={{ cursor: 'pointer' }}>
            {name}: <Mono>{sizeOf(value)}</Mono> entries
            {marked.some((path) => path.startsWith(`${name}.`)) && <strong>, changed</strong>}
          </Box>
          <JsonRows value={{ [name]: value }} empty="" marked={marked} />
        </Box>
      ))}
    </>
  );
}

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function isLarge(value: unknown): boolean {
  const nested = Object.values(typeof value === 'object' && value !== null ? value : {}).filter(
    (one) => sizeOf(one) > 0,
  );
  return sizeOf(value) > OPEN_UP_TO || nested.length > OPEN_NESTED_UP_TO;
}
