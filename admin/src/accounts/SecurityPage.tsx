import { Box, Typography } from '@mui/material';
import { counted } from '@supreme-access/contract/labels.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ResourceContextProvider, useRefresh } from 'react-admin';
import { OWN_SECURITY } from '../auth-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { OwnPassword, OwnProof, type Proof } from '../ui/OwnProof.js';
import { PageHead } from '../ui/PageHead.js';
import { Refusal } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { Waiting } from '../ui/Waiting.js';
import { OfferedCode, RecoveryCodes } from './OneTimeCodes.js';
import { OwnSessions } from './OwnSessions.js';
import { type CodesState, type Offer, ownSecurity } from './own-security.js';

export function SecurityPage() {
  const { data, error } = useQuery({ queryKey: [OWN_SECURITY, 'codes'], queryFn: ownSecurity.codes });
  return (
    <ResourceContextProvider value={OWN_SECURITY}>
      <PageHead title="Security" />
      <Box sx={{ display: 'grid', gridTemplateColumns: { lg: '1fr 1fr' }, gap: { xs: 3, lg: 4 }, pt: 1 }}>
        <Section title="One-time codes" sx={{ minWidth: 0 }}>
          {data ? <Codes codes={data} /> : error ? <Refusal error={error} /> : <Waiting />}
        </Section>
        {data && (data.on || !data.required) && (
          <Section title="Sessions" sx={{ minWidth: 0 }}>
            <OwnSessions />
          </Section>
        )}
      </Box>
    </ResourceContextProvider>
  );
}

function Codes({ codes }: { codes: CodesState }) {
  const [offer, setOffer] = useState<Offer | null>(null);
  const [made, setMade] = useState<string[] | null>(null);
  const refresh = useRefresh();
  if (made) return <RecoveryCodes codes={made} />;
  if (codes.on) return <CodesOn codes={codes} onMade={setMade} />;
  if (offer) {
    const confirmed = (codes: string[]) => {
      setMade(codes);
      refresh();
    };
    return <OfferedCode offer={offer} onConfirmed={confirmed} />;
  }
  return (
    <>
      <Typography sx={{ mb: 2 }}>
        {codes.required
          ? 'Staff accounts need one-time codes. Turn them on to continue.'
          : 'A code from an app on your phone, asked for after your password.'}
      </Typography>
      <ActionButton<Proof, Offer>
        label="Turn on"
        pending="Turning on…"
        title="Turn on one-time codes"
        explain="You need an authenticator app on your phone."
        done="Scan the code with your app."
        run={ownSecurity.enrol}
        onDone={setOffer}
      >
        <OwnPassword />
      </ActionButton>
    </>
  );
}

function CodesOn({ codes, onMade }: { codes: CodesState; onMade: (codes: string[]) => void }) {
  return (
    <>
      <Typography sx={{ mb: 2 }}>
        On. You have {counted(codes.recoveryCodesLeft, 'recovery code', 'recovery codes')} left.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <ActionButton<Proof, string[]>
          label="New recovery codes"
          pending="Creating…"
          title="Create new recovery codes?"
          explain="Your old recovery codes stop working."
          done="Write the new codes down."
          run={ownSecurity.renew}
          onDone={onMade}
        >
          <OwnProof codesOn />
        </ActionButton>
        {!codes.required && (
          <ActionButton<Proof, unknown>
            label="Turn off"
            pending="Turning off…"
            title="Turn off one-time codes?"
            explain="Your password alone is then enough to log in."
            done="One-time codes are off."
            danger
            run={ownSecurity.disable}
          >
            <OwnProof codesOn />
          </ActionButton>
        )}
      </Box>
    </>
  );
}
