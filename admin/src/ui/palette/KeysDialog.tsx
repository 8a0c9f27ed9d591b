import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Switch,
} from '@mui/material';
import { Fragment, useId } from 'react';
import { useSingleKeys } from '../keys.js';
import { mono } from '../tokens.js';

const KEYS: readonly (readonly [key: string, does: string])[] = [
  ['Ctrl+K', 'Search everything (⌘K on a Mac)'],
  ['/', 'Go to the search field of the list'],
  ['J', 'Go to the next row'],
  ['K', 'Go to the previous row'],
  ['Enter', 'Open the row'],
  ['?', 'Show keyboard shortcuts'],
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const heading = useId();
  const [isOn, setOn] = useSingleKeys();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>Keyboard shortcuts</DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 1, columnGap: 3, m: 0, pb: 2 }}
        >
          {KEYS.map(([key, does]) => (
            <Fragment key={key}>
              <Box component="dt">
                <Box component="kbd" sx={{ ...mono, border: 1, borderRadius: '2px', px: 0.75, fontSize: '0.75rem' }}>
                  {key}
                </Box>
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {does}
              </Box>
            </Fragment>
          ))}
        </Box>
        <FormControlLabel
          control={<Switch checked={isOn} onChange={(_event, checked) => setOn(checked)} />}
          label="Single-key shortcuts"
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
