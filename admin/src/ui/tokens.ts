import type { CSSProperties } from 'react';

export const INK = '#0B0B0C';
export const PAPER = '#F5F2EB';
/** It is a fill below ink, never text on paper. */
export const VOLT = '#D6FF3D';

export interface Tones {
  mode: 'light' | 'dark';
  text: string;
  ground: string;
  /** Its contrast with the ground is at least 7:1. */
  quiet: string;
  /** Its contrast with the ground is at least 3:1. */
  edge: string;
  hairline: string;
  wash: string;
  good: string;
  wait: string;
  lost: string;
}

export const LIGHT: Tones = {
  mode: 'light',
  text: INK,
  ground: PAPER,
  quiet: '#484746',
  edge: '#747370',
  hairline: '#CBC8C3',
  wash: '#E7E4DE',
  good: '#07512A',
  wait: '#613D00',
  lost: '#8F1109',
};
export const DARK: Tones = {
  mode: 'dark',
  text: PAPER,
  ground: INK,
  quiet: '#B8B6B1',
  edge: '#8C8A87',
  hairline: '#434242',
  wash: '#202020',
  good: '#6FE3A1',
  wait: '#FFC65C',
  lost: '#FF9F92',
};

export const SANS = "'Archivo Variable', 'Archivo Fallback', Arial, sans-serif";
export const MONO = "'Martian Mono Variable', 'Martian Mono Fallback', 'Courier New', monospace";

export const mono: CSSProperties = {
  fontFamily: MONO,
  fontStretch: '75%',
  fontVariantNumeric: 'tabular-nums',
  fontSize: '0.75rem',
  letterSpacing: '-0.02em',
};
export const condensed: CSSProperties = {
  fontFamily: "'Archivo Variable', 'Archivo Condensed Fallback', Arial, sans-serif",
  fontStretch: '68%',
  fontWeight: 800,
  lineHeight: 0.95,
  letterSpacing: '-0.012em',
  wordSpacing: 'clamp(0.07em, 0.35rem, 0.14em)',
};
