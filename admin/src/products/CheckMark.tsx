import { Box } from '@mui/material';
import type { CheckLevel, DropCheck } from '@supreme-access/contract/check-types.js';
import { instant } from '../ui/format.js';

const LOOKS: Readonly<Record<CheckLevel, { tone: string; path: string; word: string }>> = {
  ok: { tone: 'success.main', path: 'M1.5 6.5 4.5 9.5 10.5 2.5', word: 'Ready' },
  warn: { tone: 'warning.main', path: 'M6 1v6.5M6 9.5v1.5', word: 'Look at it' },
  red: { tone: 'error.main', path: 'M2 2l8 8M10 2l-8 8', word: 'Not ready' },
};

/** A level with its mark and a word: never colour alone. */
export function CheckMark({ level }: { level: CheckLevel }) {
  const { tone, path, word } = LOOKS[level];
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.875, color: tone, fontWeight: 600 }}
    >
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" style={{ flex: 'none' }}>
        <path d={path} fill="none" stroke="currentColor" strokeWidth={2} />
      </svg>
      {word}
    </Box>
  );
}

export function worstOf({ findings }: DropCheck): CheckLevel {
  const levels = findings.map(({ level }) => level);
  return levels.find((level) => level === 'red') ?? levels.find((level) => level === 'warn') ?? 'ok';
}

export function checkedWhen({ at, checkedAt }: DropCheck): string {
  return `${at === 'by-hand' ? 'By hand' : at}, ${instant(checkedAt)}`;
}
