import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import { Box, IconButton } from '@mui/material';
import { useNotify } from 'react-admin';
import { Mono } from './Mono.js';

export const NOT_COPIED = 'Your browser does not allow this page to copy.';

/** Whether the browser has copied it. A page without TLS has no clipboard. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** `name` says what is copied, for the button's label. */
export function CopyButton({ name, text }: { name: string; text: string }) {
  const notify = useNotify();
  const copy = async () => {
    if (await copied(text)) notify(`Copied: ${name}`, { type: 'info', messageArgs: { _: `Copied: ${name}` } });
    else notify(NOT_COPIED, { type: 'warning' });
  };
  return (
    <IconButton aria-label={`Copy ${name}`} title={`Copy ${name}`} onClick={copy} size="small" sx={{ my: -0.75 }}>
      <CopyIcon sx={{ fontSize: '0.9375rem' }} />
    </IconButton>
  );
}

export function Copyable({ name, text }: { name: string; text: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'baseline', gap: 0.5, maxWidth: '100%' }}>
      <Mono sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{text}</Mono>
      <CopyButton name={name} text={text} />
    </Box>
  );
}
