import type { RaThemeOptions } from 'react-admin';
import { FieldRoot } from './FieldRoot.js';
import { INK, type Tones, VOLT } from './tokens.js';

export function components(tones: Tones): RaThemeOptions['components'] {
  return { ...base(tones), ...controls(tones), ...surfaces(tones), ...tables(tones), ...reactAdmin(tones) };
}

function base({ mode, text }: Tones): RaThemeOptions['components'] {
  return {
    MuiCssBaseline: {
      styleOverrides: {
        ':root': { colorScheme: mode },
        body: { fontOpticalSizing: 'auto', WebkitFontSmoothing: 'antialiased' },
        '::selection': { backgroundColor: VOLT, color: INK },
        ':focus-visible': { outline: `2px solid ${text}`, outlineOffset: 2 },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': { animationDuration: '1ms !important', transitionDuration: '1ms !important' },
        },
      },
    },
    MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { fontFamily: 'inherit' } } },
  };
}

function controls({ mode, text, quiet, edge, hairline, wash }: Tones): RaThemeOptions['components'] {
  return {
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: {
          minWidth: 0,
          whiteSpace: 'nowrap',
          '&.Mui-focusVisible': { outline: `2px solid ${text}`, outlineOffset: 2 },
          variants: [
            {
              props: { variant: 'contained', color: 'secondary', disabled: false },
              style: {
                border: `1px solid ${INK}`,
                '&:hover': { backgroundColor: INK, color: VOLT, borderColor: mode === 'dark' ? VOLT : INK },
              },
            },
          ],
        },
        outlined: {
          borderColor: edge,
          '&:hover': { borderColor: 'currentColor' },
          '&.Mui-disabled': { borderColor: hairline },
        },
        sizeSmall: { padding: '3px 10px', fontSize: '0.8125rem' },
        startIcon: { '& > svg': { fontSize: 16 } },
      },
    },
    MuiIconButton: { styleOverrides: { root: { borderRadius: 2 } } },
    MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', margin: 'dense', fullWidth: true } },
    MuiFormControl: {
      defaultProps: { variant: 'outlined', size: 'small', margin: 'dense', fullWidth: true, component: FieldRoot },
    },
    MuiAutocomplete: { defaultProps: { fullWidth: true } },
    MuiOutlinedInput: {
      styleOverrides: {
        notchedOutline: { borderColor: edge },
        root: { '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: text, borderWidth: 2 } },
      },
    },
    // The text of a disabled field must stay readable.
    MuiFormHelperText: {
      styleOverrides: { root: { marginLeft: 0, fontSize: '0.8125rem', '&.Mui-disabled': { color: quiet } } },
    },
    MuiChip: { styleOverrides: { root: { borderRadius: 2, backgroundColor: wash, height: 24 } } },
    MuiTooltip: {
      defaultProps: { enterDelay: 300 },
      styleOverrides: { tooltip: { backgroundColor: text, color: wash } },
    },
  };
}

function surfaces({ text, ground, hairline }: Tones): RaThemeOptions['components'] {
  const edged = { border: `1px solid ${text}`, backgroundImage: 'none' };
  return {
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiAppBar: {
      styleOverrides: { root: { backgroundColor: ground, color: text, borderBottom: `1px solid ${text}` } },
    },
    MuiDialog: { styleOverrides: { paper: { ...edged, margin: 16 } } },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.5rem', padding: '20px 20px 8px' } } },
    MuiDialogContent: { styleOverrides: { root: { padding: '8px 20px 12px' } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '12px 20px', borderTop: `1px solid ${hairline}` } } },
    MuiMenu: { styleOverrides: { paper: edged } },
    MuiPopover: { styleOverrides: { paper: edged } },
    MuiAlert: { styleOverrides: { root: { border: '1px solid currentColor', backgroundColor: ground } } },
    MuiSnackbarContent: {
      styleOverrides: { root: { backgroundColor: text, color: ground, '&.RaNotification-error': { color: ground } } },
    },
    MuiBackdrop: {
      styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgb(11 11 12 / 0.6)' } } },
    },
  };
}

function tables({ text, quiet, hairline }: Tones): RaThemeOptions['components'] {
  return {
    MuiTableCell: {
      styleOverrides: {
        root: { borderBottom: `1px solid ${hairline}` },
        sizeSmall: {
          padding: '7px 9px',
          '&:first-of-type': { paddingLeft: 0 },
          '&:last-of-type': { paddingRight: 0 },
        },
        head: {
          borderBottom: `1px solid ${text}`,
          color: quiet,
          fontSize: '0.75rem',
          fontWeight: 600,
          lineHeight: 1.3,
          verticalAlign: 'middle',
          whiteSpace: 'nowrap',
        },
      },
    },
    MuiTableSortLabel: { styleOverrides: { root: { '&.Mui-active': { color: text } } } },
    MuiTablePagination: { styleOverrides: { root: { border: 0 } } },
  };
}

function reactAdmin({ text, ground, hairline, wash }: Tones): RaThemeOptions['components'] {
  return {
    RaLayout: {
      styleOverrides: {
        root: { minWidth: 0, '& .RaLayout-content': { minWidth: 0, padding: '8px 16px 48px' } },
      },
    },
    RaSidebar: {
      styleOverrides: {
        root: { '& .RaSidebar-fixed': { borderRight: `1px solid ${hairline}` }, '& .MuiPaper-root': { border: 0 } },
      },
    },
    RaMenu: { styleOverrides: { root: { padding: '8px 0', marginTop: 0 } } },
    RaMenuItemLink: {
      styleOverrides: {
        root: {
          minHeight: 40,
          padding: '6px 14px',
          color: text,
          '& .RaMenuItemLink-icon': { minWidth: 32, color: 'inherit', '& svg': { fontSize: 20 } },
          '&:hover': { backgroundColor: wash },
          '&.RaMenuItemLink-active': { backgroundColor: text, color: ground, fontWeight: 600 },
        },
      },
    },
    RaButton: { defaultProps: { variant: 'outlined', size: 'medium' } },
    RaColumnsButton: { defaultProps: { variant: 'outlined', size: 'medium' } },
    RaFilterFormInput: {
      styleOverrides: { root: { '@media (max-width: 599.95px)': { '& .RaFilterFormInput-spacer': { width: 0 } } } },
    },
    RaTopToolbar: { styleOverrides: { root: { padding: '0 0 8px', minHeight: 0 } } },
    RaDataTable: { styleOverrides: { root: { '& .RaDataTable-headerCell': { backgroundColor: ground } } } },
    RaBulkActionsToolbar: {
      styleOverrides: {
        root: {
          '& .RaBulkActionsToolbar-toolbar': {
            position: 'static',
            transform: 'none',
            backgroundColor: wash,
            color: text,
            flexWrap: 'wrap',
            height: 'auto',
          },
          '& .RaBulkActionsToolbar-topToolbar': { flexWrap: 'wrap', justifyContent: 'flex-start' },
          '& .RaBulkActionsToolbar-collapsed': { display: 'none' },
        },
      },
    },
    RaToolbar: {
      styleOverrides: {
        root: {
          backgroundColor: ground,
          borderTop: `1px solid ${hairline}`,
          padding: '12px 0',
          '&.RaToolbar-mobileToolbar': { padding: '12px 16px' },
        },
      },
    },
  };
}
