import { Box } from '@mui/material';
import { money } from '@supreme-access/contract/labels.js';
import type { DayFigures } from '@supreme-access/contract/shapes/reports.js';
import { Refusal } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { TimeChart } from '../ui/TimeChart.js';
import { useDays } from './figures-data.js';

export function DashboardCharts({ currency }: { currency: string }) {
  const { data: days, error } = useDays();
  if (!days) return <Refusal error={error} />;
  const times = days.map(({ day }) => day);
  const of = (figure: keyof DayFigures) => days.map((one) => Number(one[figure]));
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '1fr 1fr' }, gap: 4 }}>
      <Section title="Orders a day" sx={{ minWidth: 0 }}>
        <TimeChart
          title="Orders a day"
          times={times}
          series={[
            { label: 'Reserved', values: of('reservations') },
            { label: 'Bought', values: of('succeeded'), matters: true },
            { label: 'Not bought', values: of('failed') },
          ]}
        />
      </Section>
      <Section title="Fees a day" sx={{ minWidth: 0 }}>
        <TimeChart
          title="Fees a day"
          times={times}
          show={(value) => money(value, currency)}
          series={[
            { label: 'Charged', values: of('charged'), matters: true },
            { label: 'Refunded', values: of('refunded') },
          ]}
        />
      </Section>
    </Box>
  );
}
