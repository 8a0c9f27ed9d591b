import type { CheckLevel } from '@supreme-access/contract/checks.js';
import type { DropCheck } from '@supreme-access/contract/shapes/releases.js';
import { instant } from '../ui/format.js';
import { StateMark } from '../ui/StateMark.js';

const MARKS = {
  ok: { tone: 'good', word: 'Ready' },
  warn: { tone: 'waits', word: 'Check this' },
  red: { tone: 'bad', word: 'Not ready' },
} as const satisfies Readonly<Record<CheckLevel, object>>;

export function CheckMark({ level }: { level: CheckLevel }) {
  const { tone, word } = MARKS[level];
  return <StateMark tone={tone}>{word}</StateMark>;
}

export function worstOf({ findings }: DropCheck): CheckLevel {
  const levels = findings.map(({ level }) => level);
  return levels.find((level) => level === 'red') ?? levels.find((level) => level === 'warn') ?? 'ok';
}

export function checkedWhen({ at, checkedAt }: DropCheck): string {
  return `${at === 'by-hand' ? 'Manual' : at}, ${instant(checkedAt)}`;
}
