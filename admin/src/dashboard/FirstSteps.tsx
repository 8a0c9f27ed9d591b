import { Box } from '@mui/material';
import type { FirstStep, FirstStepName } from '@supreme-access/contract/shapes/reports.js';
import { RowLink } from '../ui/RowLink.js';
import { Section } from '../ui/Section.js';
import { StateMark } from '../ui/StateMark.js';

interface Step {
  label: string;
  note: string;
  to: string;
}

const SETTINGS = '/system?show=settings';
const STEPS: Readonly<Record<FirstStepName, Step>> = {
  product: {
    label: 'List a product',
    note: 'With a release time, or without one to release it manually.',
    to: '/products/create',
  },
  retailer: {
    label: 'Connect a retailer',
    note: 'The sandbox retailer is used until RETAILER_URL is set.',
    to: SETTINGS,
  },
  payments: {
    label: 'Connect Stripe',
    note: 'Payments are simulated until STRIPE_SECRET_KEY is set.',
    to: SETTINGS,
  },
  mail: {
    label: 'Set up email',
    note: 'Emails are saved as files and not sent until SMTP_URL is set.',
    to: SETTINGS,
  },
  staff: {
    label: 'Invite a colleague',
    note: 'A second admin can help when you cannot log in.',
    to: '/invitations/create',
  },
};

export function FirstSteps({ steps }: { steps: FirstStep[] }) {
  return (
    <Section title="First steps" sx={{ pb: 3 }}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {steps.map(({ step, isDone }) => (
          <Box component="li" key={step} sx={{ borderBottom: 1, borderColor: 'divider' }}>
            <StepRow {...STEPS[step]} isDone={isDone} />
          </Box>
        ))}
      </Box>
    </Section>
  );
}

function StepRow({ label, note, to, isDone }: Step & { isDone: boolean }) {
  return (
    <RowLink
      to={to}
      sx={{
        gridTemplateColumns: { xs: '84px minmax(0, 1fr)', md: '84px 200px minmax(0, 1fr)' },
        columnGap: 1.5,
        alignItems: 'center',
        minHeight: 44,
      }}
    >
      <Box sx={{ fontSize: '0.8125rem', gridRow: { xs: 'span 2', md: 'auto' } }}>
        <StateMark tone={isDone ? 'good' : 'waits'}>{isDone ? 'Done' : 'To do'}</StateMark>
      </Box>
      <Box sx={{ fontWeight: 600 }}>{label}</Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{note}</Box>
    </RowLink>
  );
}
