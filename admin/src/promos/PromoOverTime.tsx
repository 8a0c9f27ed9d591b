import { Box } from '@mui/material';
import type { AdminPromo, PromoUseOverTime } from '@supreme-access/contract/shapes/products.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { http } from '../http.js';
import { Choice, Choices } from '../ui/Choice.js';
import { Mono } from '../ui/Mono.js';
import { Refusal } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { TimeChart } from '../ui/TimeChart.js';

const RANGES = [30, 90, 365] as const;
type Days = (typeof RANGES)[number];
const DAY_MS = 24 * 3_600_000;

/** `from` is the first day, in UTC ('2026-11-22'); the last is today. */
async function daysSince(from: string, id: string, signal: AbortSignal): Promise<PromoUseOverTime> {
  return (await http(`/api/admin/promos/${encodeURIComponent(id)}/days?from=${from}`, { signal })).json;
}

export function PromoOverTime({ promo, refresh }: { promo: AdminPromo; refresh: number }) {
  const [days, setDays] = useState<Days>(30);
  const from = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const { data, error } = useQuery({
    queryKey: ['promos', promo.id, 'days', from],
    queryFn: ({ signal }) => daysSince(from, promo.id, signal),
    refetchInterval: refresh,
  });
  return (
    <Section title="Usage" aside={<Ranges chosen={days} choose={setDays} />}>
      <Refusal error={error} />
      {data && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Counts use={data} />
          <TimeChart
            title="Usage per day"
            times={data.days.map(({ day }) => day)}
            series={[
              { label: 'Redeemed', values: data.days.map(({ redeemed }) => redeemed), matters: true },
              { label: 'Returned', values: data.days.map(({ returned }) => returned) },
            ]}
          />
        </Box>
      )}
    </Section>
  );
}

function Ranges({ chosen, choose }: { chosen: Days; choose: (days: Days) => void }) {
  return (
    <Choices label="Days shown">
      {RANGES.map((days) => (
        <Choice key={days} chosen={days === chosen} onClick={() => choose(days)}>
          {days} days
        </Choice>
      ))}
    </Choices>
  );
}

function Counts({ use: { held, returned, left } }: { use: PromoUseOverTime }) {
  const counts = [
    ['Used by orders', held],
    ['Returned', returned],
    ['Left', left ?? 'no limit'],
  ] as const;
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, m: 0 }}>
      {counts.map(([name, count]) => (
        <Box key={name}>
          <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            {name}
          </Box>
          <Box component="dd" sx={{ m: 0 }}>
            <Mono sx={{ fontSize: '1.25rem' }}>{count}</Mono>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
