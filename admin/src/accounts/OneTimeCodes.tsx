import { Box, Link, Typography } from '@mui/material';
import { required, TextInput } from 'react-admin';
import { renderSVG } from 'uqr';
import { ActionButton } from '../ui/ActionButton.js';
import { Mono } from '../ui/Mono.js';
import { grouped, type Offer, ownSecurity } from './own-security.js';

interface OfferedCodeProps {
  offer: Offer;
  onConfirmed: (recoveryCodes: string[]) => void;
}

export function OfferedCode({ offer: { url, secret }, onConfirmed }: OfferedCodeProps) {
  const picture = `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(url))}`;
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography>Scan this with your authenticator app, then enter a code that it shows.</Typography>
      <Box
        component="img"
        src={picture}
        alt="QR code with the secret"
        sx={{ width: 200, height: 200, bgcolor: '#fff' }}
      />
      <Typography>
        On this phone: <Link href={url}>open the app</Link>. Or enter this secret:
      </Typography>
      <Mono>{grouped(secret)}</Mono>
      <ActionButton<{ code: string }, string[]>
        label="Confirm"
        pending="Confirming…"
        title="Enter a code from your app"
        explain="You are logged out on your other devices."
        done="One-time codes are on. Write the recovery codes down."
        run={({ code }) => ownSecurity.confirm(code)}
        onDone={onConfirmed}
      >
        <TextInput source="code" label="Code" autoComplete="one-time-code" validate={required()} helperText={false} />
      </ActionButton>
    </Box>
  );
}

export function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <>
      <Typography sx={{ mb: 1.5 }}>
        Write these down and keep them safe. Each logs you in once without your phone. They are not shown again.
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, columns: { sm: 2 } }}>
        {codes.map((code) => (
          <Box component="li" key={code} sx={{ py: 0.25 }}>
            <Mono>{code}</Mono>
          </Box>
        ))}
      </Box>
    </>
  );
}
