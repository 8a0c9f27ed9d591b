import { Box, Button } from '@mui/material';
import { useKeys, useSingleKeys } from '../ui/keys.js';
import { useAsk } from '../ui/page-actions.js';
import { mono } from '../ui/tokens.js';

export const PARTS = ['Slots', 'Reservations', 'Checks', "Retailer's answers", 'Services'] as const;
export const partId = (part: (typeof PARTS)[number]) => `part-${PARTS.indexOf(part) + 1}`;

function toggleFullScreen(): void {
  const { documentElement, fullscreenElement } = document;
  const change = fullscreenElement ? document.exitFullscreen() : documentElement.requestFullscreen();
  // The browser may refuse it, as it does inside of frames.
  change.catch(() => undefined);
}

function goTo(part: (typeof PARTS)[number]): void {
  const section = document.getElementById(partId(part));
  section?.scrollIntoView();
  section?.focus({ preventScroll: true });
}

/** The keys of the room, each of which asks what its button asks. */
export function RoomKeys() {
  const ask = useAsk();
  const [isOn] = useSingleKeys();
  useKeys({
    r: () => ask('Release now'),
    c: () => ask('Cancel drop'),
    f: toggleFullScreen,
    ...Object.fromEntries(PARTS.map((part, index) => [String(index + 1), () => goTo(part)])),
  });
  const keys = [
    ['R', 'Release now'],
    ['C', 'Cancel drop'],
    ['F', 'Full screen'],
    ...PARTS.map((part, index) => [String(index + 1), part]),
  ] as const;
  return (
    <Box sx={{ display: { xs: 'none', md: 'flex' }, flexWrap: 'wrap', alignItems: 'center', gap: 1.5, py: 1 }}>
      {isOn &&
        keys.map(([key, does]) => (
          <Box key={key} component="span" sx={{ fontSize: '0.8125rem' }}>
            <Box component="kbd" sx={{ ...mono, border: 1, borderRadius: '2px', px: 0.75, mr: 0.75 }}>
              {key}
            </Box>
            {does}
          </Box>
        ))}
      {document.fullscreenEnabled && (
        <Button size="small" onClick={toggleFullScreen} sx={{ ml: 'auto' }}>
          Full screen
        </Button>
      )}
    </Box>
  );
}
