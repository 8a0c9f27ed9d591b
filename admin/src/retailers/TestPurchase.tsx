import { Box } from '@mui/material';
import type { TestStepName } from '@supreme-access/contract/retailer-protocols.js';
import type { AdminRetailer, TestStep } from '@supreme-access/contract/shapes/retailers.js';
import { AutocompleteInput, ReferenceInput, required, useDataProvider } from 'react-admin';
import type { dataProvider, TestPurchase } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { Mono } from '../ui/Mono.js';
import { OwnProof } from '../ui/OwnProof.js';
import { Section } from '../ui/Section.js';
import { StateMark } from '../ui/StateMark.js';

const STEP_WORDS: Readonly<Record<TestStepName, string>> = {
  discovery: 'The shop is read',
  catalogue: 'The product is looked up',
  prepare: 'A checkout is prepared',
  token: 'A payment token is made',
  complete: 'It is bought',
  'look-up': 'The purchase is looked up',
  revoke: 'The token is ended',
  close: 'The checkout is closed',
};

interface TestPurchaseProps {
  retailer: AdminRetailer;
  onDone: (steps: TestStep[]) => void;
}

export function TestPurchaseButton({ retailer: { id, name, ended }, onDone }: TestPurchaseProps) {
  const { testPurchase } = useDataProvider<typeof dataProvider>();
  if (ended) return null;
  return (
    <ActionButton<TestPurchase, { steps: TestStep[] }>
      label="Test purchase"
      pending="Buying…"
      title={`Try to buy at ${name}?`}
      explain="One piece is bought with a test card for a made-up buyer. Use it where the shop is in its test mode: a shop that ignores the payment would send the piece. No order comes of it here."
      done={({ steps }) => outcomeOf(steps)}
      run={(values, key) => testPurchase(id, values, key)}
      onDone={({ steps }) => onDone(steps)}
    >
      <ReferenceInput source="productId" reference="products" filter={{ delisted: false, retailerId: id }}>
        <AutocompleteInput
          label="Product"
          optionText="productTitle"
          filterToQuery={(productTitle: string) => ({ productTitle })}
          validate={required()}
          helperText="One that is bought at this retailer."
        />
      </ReferenceInput>
      <OwnProof />
    </ActionButton>
  );
}

function outcomeOf(steps: readonly TestStep[]): string {
  const failed = steps.find(({ ok }) => !ok);
  return failed ? `It failed where ${lowered(STEP_WORDS[failed.name])}.` : 'Every step went through.';
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

export function TestPurchaseSteps({ steps }: { steps: readonly TestStep[] }) {
  return (
    <Section title="Test purchase" sx={{ minWidth: 0, pt: 3 }}>
      <Box component="ol" aria-label="Steps" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {steps.map(({ name, ok, ms, says }) => (
          <Box
            key={name}
            component="li"
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '1fr auto', md: 'minmax(220px, 1fr) 2fr 80px' },
              columnGap: 2,
              py: 0.875,
              borderBottom: 1,
              borderColor: 'divider',
              '&:last-of-type': { borderBottom: 0 },
            }}
          >
            <StateMark tone={ok ? 'good' : 'bad'}>{STEP_WORDS[name]}</StateMark>
            <Box sx={{ gridRow: { xs: 2, md: 'auto' }, fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
              {ok ? says : `Failed. ${says}`}
            </Box>
            <Mono sx={{ color: 'text.secondary', textAlign: 'right' }}>{`${ms} ms`}</Mono>
          </Box>
        ))}
      </Box>
    </Section>
  );
}
