import { defaultTheme, type RaThemeOptions } from 'react-admin';
import { components } from './theme-components.js';
import { condensed, DARK, INK, LIGHT, SANS, type Tones, VOLT } from './tokens.js';

function themeOf(tones: Tones): RaThemeOptions {
  const { mode, text, ground, quiet, hairline, wash, good, wait, lost } = tones;
  const on = (main: string) => ({ main, contrastText: ground });
  return {
    ...defaultTheme,
    palette: {
      mode,
      primary: on(text),
      secondary: { main: VOLT, dark: INK, contrastText: INK },
      success: on(good),
      warning: on(wait),
      error: on(lost),
      info: on(text),
      divider: hairline,
      text: { primary: text, secondary: quiet },
      background: { default: ground, paper: ground },
      action: { hover: wash, selected: wash, disabledBackground: wash, disabled: quiet },
    },
    shape: { borderRadius: 2 },
    shadows: Array(25).fill('none') as RaThemeOptions['shadows'],
    sidebar: { width: 184, closedWidth: 48 },
    transitions: {
      easing: { easeInOut: 'cubic-bezier(0.2, 0.7, 0.2, 1)', sharp: 'cubic-bezier(0.2, 0.7, 0.2, 1)' },
      duration: {
        shortest: 120,
        shorter: 120,
        short: 150,
        standard: 150,
        complex: 180,
        enteringScreen: 150,
        leavingScreen: 120,
      },
    },
    typography: {
      fontFamily: SANS,
      fontSize: 14,
      h1: { ...condensed, fontSize: 'clamp(2.5rem, 6vw, 4.5rem)' },
      h2: { ...condensed, fontSize: 'clamp(1.75rem, 4vw, 2.5rem)' },
      h3: { ...condensed, fontSize: '1.5rem' },
      h4: { ...condensed, fontSize: '1.25rem' },
      h5: { ...condensed, fontSize: '1.125rem' },
      h6: { ...condensed, fontSize: '1.125rem' },
      button: { fontWeight: 600, textTransform: 'none', letterSpacing: 0 },
      overline: { fontSize: '0.75rem', fontWeight: 600, textTransform: 'none', letterSpacing: 0, lineHeight: 1.4 },
    },
    components: components(tones),
  };
}

export const lightTheme = themeOf(LIGHT);
export const darkTheme = themeOf(DARK);
