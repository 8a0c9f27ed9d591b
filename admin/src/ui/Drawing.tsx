import { useTheme } from '@mui/material';
import type { ReactNode } from 'react';

interface DrawingProps {
  /** the drawing's own units; it is stretched to its container */
  width: number;
  /** px */
  height: number;
  /** what it shows, in words */
  said: string;
  children: ReactNode;
}

/** A chart on a base line. */
export function Drawing({ width, height, said, children }: DrawingProps) {
  const { palette } = useTheme();
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={said}
      style={{ width: '100%', height, display: 'block' }}
    >
      {children}
      <path
        d={`M0 ${height}H${width}`}
        stroke={palette.text.primary}
        strokeWidth={2}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
