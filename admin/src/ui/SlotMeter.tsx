import { Box } from '@mui/material';
import { Mono } from './Mono.js';

const CELLS_MAX = 60;

interface Paint {
  taken: string;
}

export interface SlotMeterProps extends Partial<Paint> {
  releaseStartedAt?: string | null;
  reserved: number;
  totalStock: number;
  compact?: boolean;
}

export function SlotMeter({
  reserved,
  totalStock,
  compact = false,
  releaseStartedAt = null,
  taken = releaseStartedAt === null ? 'text.primary' : 'text.secondary',
}: SlotMeterProps) {
  const cells = !compact && totalStock <= CELLS_MAX;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25 }}>
      <Box
        role="meter"
        aria-label="Slots reserved"
        aria-valuemin={0}
        aria-valuemax={totalStock}
        aria-valuenow={reserved}
        sx={{
          display: 'flex',
          gap: '2px',
          flex: 1,
          minWidth: 56,
          maxWidth: compact ? 96 : cells ? totalStock * 22 : 'none',
        }}
      >
        {cells ? (
          <Cells {...{ reserved, totalStock, taken }} />
        ) : (
          <Bar share={totalStock ? reserved / totalStock : 0} height={compact ? 10 : 16} {...{ taken }} />
        )}
      </Box>
      <Mono sx={{ whiteSpace: 'nowrap', minWidth: compact ? '7ch' : 0 }}>
        {reserved}/{totalStock}
      </Mono>
    </Box>
  );
}

function Cells({ reserved, totalStock, taken }: Paint & { reserved: number; totalStock: number }) {
  return Array.from({ length: totalStock }, (_, index) => index + 1).map((slot) => (
    <Box
      key={slot}
      sx={{ flex: 1, height: 16, border: 1, borderColor: taken, bgcolor: slot <= reserved ? taken : 'transparent' }}
    />
  ));
}

function Bar({ share, height, taken }: Paint & { share: number; height: number }) {
  return (
    <Box sx={{ width: '100%', height, border: 1, borderColor: taken }}>
      <Box sx={{ width: `${Math.min(share, 1) * 100}%`, height: '100%', bgcolor: taken }} />
    </Box>
  );
}
