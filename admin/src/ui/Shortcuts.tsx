import SearchIcon from '@mui/icons-material/Search';
import { IconButton, Tooltip } from '@mui/material';
import { useEffect, useState } from 'react';
import { useEarlyKeys } from './early-keys.js';
import { useKeys } from './keys.js';
import { lazily } from './lazily.js';

const LoadedPalette = lazily(async () => (await import('./palette/Palette.js')).Palette, null);
const KeysDialog = lazily(async () => (await import('./palette/KeysDialog.js')).KeysDialog, null);

/** Only the search field of a list has a placeholder. */
const SEARCH = 'main form input[placeholder]';

export function Shortcuts({ Palette = LoadedPalette }) {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  useKeys({
    '?': () => setOpen('keys'),
    '/': () => {
      const field = document.querySelector<HTMLInputElement>(SEARCH);
      if (field) field.focus();
      else setOpen('palette');
    },
  });
  const takeTyped = useEarlyKeys(open === 'palette', () => setOpen(null));
  usePaletteKey(() => setOpen('palette'));
  return (
    <>
      <Tooltip title="Search everything (Ctrl+K)">
        <IconButton
          color="inherit"
          aria-label="Search everything"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setOpen('palette')}
        >
          <SearchIcon />
        </IconButton>
      </Tooltip>
      {open === 'palette' && (
        <Palette takeTyped={takeTyped} onKeys={() => setOpen('keys')} onClose={() => setOpen(null)} />
      )}
      {open === 'keys' && <KeysDialog onClose={() => setOpen(null)} />}
    </>
  );
}

/** With its modifier the key types nothing, so it works inside inputs. */
function usePaletteKey(show: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (!document.querySelector('[role=dialog]')) show();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
