import { Alert, Box, Button } from '@mui/material';
import { QUIRKS } from '@supreme-access/contract/retailer-protocols.js';
import type { AdminRetailer, TestStep } from '@supreme-access/contract/shapes/retailers.js';
import { useState } from 'react';
import { ShowBase, useShowContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { useMayWrite } from '../ui/ActionButton.js';
import { Facts } from '../ui/Facts.js';
import { Mono, Time } from '../ui/Mono.js';
import { PageHead } from '../ui/PageHead.js';
import { Unread } from '../ui/Reading.js';
import { stay } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { DiscoverButton, RemoveRetailerButton } from './RetailerButtons.js';
import { addressOf, PROTOCOL_WORDS, RetailerMark, SHIPPING_WORDS, warningsOf } from './retailer-words.js';
import { TestPurchaseButton, TestPurchaseSteps } from './TestPurchase.js';

export function RetailerShow() {
  return (
    <ShowBase queryOptions={{ onError: stay }}>
      <RetailerPage />
    </ShowBase>
  );
}

function RetailerPage() {
  const { record: retailer, error, refetch } = useShowContext<AdminRetailer>();
  const mayWrite = useMayWrite();
  const [steps, setSteps] = useState<TestStep[]>([]);
  if (!retailer) return <Unread error={error} onAgain={() => void refetch()} />;
  return (
    <>
      <PageHead title={retailer.name} note={<RetailerMark retailer={retailer} />}>
        {mayWrite && !retailer.ended && (
          <Button component={Link} to={`/retailers/${encodeURIComponent(retailer.id)}`} variant="outlined">
            Edit
          </Button>
        )}
        <DiscoverButton retailer={retailer} />
        <TestPurchaseButton retailer={retailer} onDone={setSteps} />
        <RemoveRetailerButton retailer={retailer} />
      </PageHead>
      {warningsOf(retailer).map((text) => (
        <Alert key={text} severity="warning" sx={{ mt: 1 }}>
          {text}
        </Alert>
      ))}
      <Box sx={{ display: 'grid', gridTemplateColumns: { lg: '1fr 1fr' }, gap: { xs: 3, lg: 4 }, pt: 2 }}>
        <Section title="As configured" sx={{ minWidth: 0 }}>
          <Configured retailer={retailer} />
        </Section>
        {retailer.protocol !== 'own' && (
          <Section title="As the shop says of itself" sx={{ minWidth: 0 }}>
            <Discovery retailer={retailer} />
          </Section>
        )}
      </Box>
      {steps.length > 0 && <TestPurchaseSteps steps={steps} />}
    </>
  );
}

function Configured({ retailer }: { retailer: AdminRetailer }) {
  const { baseUrl, protocol, version, sellerProfile, shipping, quirks, mailDomains } = retailer;
  const isSession = protocol !== 'own';
  return (
    <Facts
      facts={{
        Protocol: PROTOCOL_WORDS[protocol],
        Address: <Mono>{addressOf(retailer)}</Mono>,
        Version: isSession ? (version ?? 'The newest that both speak') : null,
        Key: keyWords(retailer),
        'Paid with': isSession ? 'A payment token made of the shopper’s card' : 'The shopper’s card',
        'Seller profile': isSession ? (
          <Mono>{sellerProfile ?? (baseUrl === 'sandbox' ? 'The sandbox' : 'None')}</Mono>
        ) : null,
        Shipping: isSession ? SHIPPING_WORDS[shipping] : null,
        Tolerances: isSession ? quirks.map((quirk) => `${quirk}: ${QUIRKS[quirk]}`).join(' ') || 'None' : null,
        'Mails that prove': mailDomains.length > 0 ? <Mono>{mailDomains.join(', ')}</Mono> : 'None',
      }}
    />
  );
}

function keyWords({ baseUrl, hasKey }: AdminRetailer): string {
  if (baseUrl === 'settings') return 'As set by RETAILER_KEY';
  return hasKey ? 'On file' : 'None';
}

function Discovery({ retailer: { discovery } }: { retailer: AdminRetailer }) {
  if (!discovery) return <Box sx={{ color: 'text.secondary' }}>Not read yet.</Box>;
  const { version, endpoint, capabilities, handlers, readAt } = discovery;
  const lines = (texts: readonly string[]) =>
    texts.length === 0
      ? 'None'
      : texts.map((text) => (
          <Mono key={text} sx={{ display: 'block' }}>
            {text}
          </Mono>
        ));
  return (
    <Facts
      facts={{
        Version: <Mono>{version}</Mono>,
        'Calls go to': <Mono>{endpoint}</Mono>,
        Capabilities: lines(capabilities),
        'Ways to be paid': lines(handlers),
        Read: <Time iso={readAt} />,
      }}
    />
  );
}
