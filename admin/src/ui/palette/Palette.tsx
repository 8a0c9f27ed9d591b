import { Autocomplete, Box, Dialog, type PopperProps, TextField } from '@mui/material';
import { counted } from '@supreme-access/contract/labels.js';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDebouncedEvent } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { KEYS_PATH, MIN_CHARACTERS, type PaletteChoice, useActions, useFound, usePlaces } from './choices.js';

const DEBOUNCE_MS = 200;
const LONGEST = 100;

const ON_TOP = {
  '& .MuiDialog-container': { alignItems: 'flex-start' },
  '& .MuiDialog-paper': { mt: { xs: 2, sm: '12vh' }, mx: { xs: 2 }, width: { xs: 'calc(100% - 32px)' } },
};

/** The reason of a refusal must be readable, so it is not faded. */
const LIST = {
  maxHeight: '56vh',
  '& .MuiAutocomplete-option[aria-disabled=true]': { opacity: 1, color: 'text.secondary' },
};

export interface PaletteProps {
  takeTyped: () => string;
  onKeys: () => void;
  onClose: () => void;
}

export function Palette({ takeTyped, onKeys, onClose }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const [searched, setSearched] = useState('');
  const searchSoon = useDebouncedEvent(setSearched, DEBOUNCE_MS);
  const navigate = useNavigate();
  const take = useRef(takeTyped);
  useEffect(() => {
    const early = take.current();
    setTyped((later) => `${early}${later}`.slice(0, LONGEST));
    setSearched(early.trim());
  }, []);
  const words = typed.trim();
  const { choices, isSearching, missed } = useFound(searched);
  const isBehind = words.length >= MIN_CHARACTERS && (isSearching || words !== searched);
  const options = [...useActions(words), ...(words === searched ? choices : []), ...usePlaces(words)];
  const choose = (choice: PaletteChoice | null) => {
    if (!choice) return;
    if (choice.path === KEYS_PATH) return onKeys();
    onClose();
    if (choice.ask) choice.ask();
    else void navigate(choice.path);
  };
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-label="Search everything" sx={ON_TOP}>
      <Autocomplete<PaletteChoice>
        open
        autoHighlight
        disablePortal
        forcePopupIcon={false}
        options={options}
        filterOptions={(all) => all}
        groupBy={({ group }) => group}
        getOptionLabel={({ label }) => label}
        getOptionDisabled={({ isRefused = false }) => isRefused}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        value={null}
        inputValue={typed}
        onInputChange={(_event, text, reason) => {
          if (reason !== 'input' && reason !== 'clear') return;
          setTyped(text);
          searchSoon(text.trim());
        }}
        onChange={(_event, choice) => choose(choice)}
        onClose={(_event, reason) => reason === 'escape' && onClose()}
        noOptionsText={isBehind ? 'Searching…' : 'No results.'}
        slots={{ popper: Below }}
        slotProps={{ paper: { elevation: 0 }, listbox: { sx: LIST } }}
        renderGroup={({ key, group, children }) => (
          <Group key={key} name={group}>
            {children}
          </Group>
        )}
        renderOption={({ key, ...props }, choice) => (
          <Box key={key} component="li" {...props} sx={{ gap: 2, alignItems: 'baseline !important' }}>
            <Box sx={{ overflowWrap: 'anywhere', fontWeight: 600 }}>{choice.label}</Box>
            <Box sx={{ ml: 'auto', color: 'text.secondary', fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
              {choice.note}
            </Box>
          </Box>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            autoFocus
            label="Search orders, products, people, promo codes"
            slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, maxLength: LONGEST } }}
            sx={{ mx: 2, mt: 2.5, mb: 1, width: 'calc(100% - 32px)' }}
          />
        )}
      />
      <Box role="status" sx={{ px: 2, py: 1, color: 'text.secondary', fontSize: '0.8125rem' }}>
        {statusText(options.length, isBehind, missed)}
      </Box>
    </Dialog>
  );
}

function statusText(count: number, isBehind: boolean, missed: readonly string[]): string {
  if (isBehind) return 'Searching…';
  const found = counted(count, 'result', 'results');
  return missed.length > 0 ? `${found}. Could not search ${missed.join(', ').toLowerCase()}.` : found;
}

function Below({ children }: PopperProps) {
  return (
    <Box sx={{ '& .MuiAutocomplete-paper': { borderTop: 1, borderColor: 'divider' } }}>
      {typeof children === 'function' ? null : children}
    </Box>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box component="li" role="group" aria-label={name}>
      <Box aria-hidden sx={{ px: 2, pt: 1.5, pb: 0.5, color: 'text.secondary', fontSize: '0.75rem' }}>
        {name}
      </Box>
      <Box component="ul" role="none" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {children}
      </Box>
    </Box>
  );
}
