import { createTheme, ThemeProvider } from '@mui/material';
import { render, screen } from '@testing-library/react';
import { SlotMeter } from './SlotMeter.js';

const coloursOf = (releaseStartedAt: string | null) => {
  const theme = createTheme({ palette: { text: { primary: '#010101', secondary: '#777777' } } });
  const { unmount } = render(
    <ThemeProvider theme={theme}>
      <SlotMeter reserved={50} totalStock={200} releaseStartedAt={releaseStartedAt} />
    </ThemeProvider>,
  );
  const fill = screen.getByRole('meter').querySelector(':scope > div > div');
  const { width, backgroundColor } = getComputedStyle(fill as Element);
  unmount();
  return { width, backgroundColor };
};

describe("the operator's slot meter", () => {
  it('fills with reserved slots, grey once the release has started', () => {
    expect(coloursOf(null)).toEqual({ width: '25%', backgroundColor: 'rgb(1, 1, 1)' });
    expect(coloursOf('2026-03-06T11:00:00.000Z')).toEqual({ width: '25%', backgroundColor: 'rgb(119, 119, 119)' });
  });
});
