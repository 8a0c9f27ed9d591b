import { Box, Button } from '@mui/material';
import type { AdminPromo } from '@supreme-access/contract/shapes/products.js';
import { ShowBase, useShowContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { useMayWrite } from '../ui/ActionButton.js';
import { Facts } from '../ui/Facts.js';
import { HistoryButton } from '../ui/HistoryButton.js';
import { Mono, Time } from '../ui/Mono.js';
import { PageHead } from '../ui/PageHead.js';
import { Refusal, stay } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { EndPromoButton } from './EndPromoButton.js';
import { PromoOverTime } from './PromoOverTime.js';
import { PromoUses } from './PromoUses.js';

const REFRESH_MS = 10_000;

export function PromoShow() {
  return (
    <ShowBase queryOptions={{ refetchInterval: REFRESH_MS, onError: stay }}>
      <PromoPage />
    </ShowBase>
  );
}

function PromoPage() {
  const { record: promo, error } = useShowContext<AdminPromo>();
  const mayWrite = useMayWrite();
  if (!promo) return <Refusal error={error} />;
  return (
    <>
      <PageHead title={promo.promoCode} note={<Mono sx={{ fontSize: '1rem' }}>{promo.percent}% off</Mono>}>
        {mayWrite && (
          <Button component={Link} to={`/promos/${encodeURIComponent(promo.id)}`} variant="outlined">
            Edit
          </Button>
        )}
        <EndPromoButton size="medium" />
        <HistoryButton kind="promos" id={promo.id} />
      </PageHead>
      <Box sx={{ display: 'grid', gridTemplateColumns: { lg: '5fr 7fr' }, gap: { xs: 3, lg: 4 }, pt: 1 }}>
        <Section title="Terms" sx={{ minWidth: 0 }}>
          <Terms promo={promo} />
        </Section>
        <Box sx={{ display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 }}>
          <PromoOverTime promo={promo} refresh={REFRESH_MS} />
          <Section title="Orders that used it">
            <PromoUses promo={promo} />
          </Section>
        </Box>
      </Box>
    </>
  );
}

function Terms({ promo }: { promo: AdminPromo }) {
  const { percent, startsAt, endsAt, limit, limitPerAccount, ended } = promo;
  return (
    <Facts
      facts={{
        State: ended ? 'Ended' : 'In use',
        Percent: <Mono>{percent}%</Mono>,
        Starts: startsAt ? <Time iso={startsAt} /> : 'Immediately',
        Ends: endsAt ? <Time iso={endsAt} /> : 'Never',
        Limit: limit === null ? 'None' : <Mono>{limit}</Mono>,
        'Limit per account': limitPerAccount === null ? 'None' : <Mono>{limitPerAccount}</Mono>,
      }}
    />
  );
}
