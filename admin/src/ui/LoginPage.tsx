import { Box, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { HttpError, Notification, useLogin } from 'react-admin';
import { readSession } from '../session.js';
import { LoginForm } from './LoginForm.js';
import { Wordmark } from './Wordmark.js';

export function LoginPage() {
  const login = useLogin();
  const [asksForCode, setAsksForCode] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (values: object) => login(values),
    onError: (refusal) => isAboutCode(refusal) && setAsksForCode(true),
  });
  return (
    <Box
      component="main"
      sx={{ minHeight: '100vh', display: 'grid', gridTemplateRows: 'auto 1fr', bgcolor: 'background.default' }}
    >
      <Box sx={{ p: 2, borderBottom: 1, borderColor: 'text.primary' }}>
        <Wordmark />
      </Box>
      <Box
        sx={{ width: '100%', maxWidth: 440, px: 2, pt: { xs: 6, md: '16vh' }, pb: 6, mx: { xs: 'auto', md: '16.66%' } }}
      >
        <Typography variant="h1">Log in</Typography>
        <Typography sx={{ color: 'text.secondary', mt: 1.5, mb: 3 }}>For admins and auditors.</Typography>
        <ShopSessionNote />
        <LoginForm asksForCode={asksForCode} isPending={isPending} error={error} onLogin={mutate} />
      </Box>
      <Notification />
    </Box>
  );
}

function isAboutCode(error: unknown): boolean {
  return error instanceof HttpError && ['otp-required', 'otp-wrong'].includes(error.body?.code);
}

function ShopSessionNote() {
  const session = readSession();
  if (!session) return null;
  return (
    <Typography sx={{ mb: 2, borderLeft: 3, borderColor: 'warning.main', pl: 1.5 }}>
      You are logged in to the shop as {session.name}. That account has no access to the admin.
    </Typography>
  );
}
