import { Box, Button, Slider, TextField, Typography } from '@mui/material';
import type { Moment } from '@supreme-access/contract/shapes/audit.js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { clock, day, sentence } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';

export type Wanted = { revision: number } | { at: string };

export interface MomentStepsProps {
  moment: Moment;
  onGo: (wanted: Wanted) => void;
}

export function MomentSteps({ moment, onGo }: MomentStepsProps) {
  const { revision, lastRevision, at, event } = moment;
  const [drawn, setDrawn] = useState(revision);
  useEffect(() => setDrawn(revision), [revision]);
  const { isPlaying, play } = usePlaying(moment, onGo);
  useArrowKeys(moment, onGo);
  const utc = new Date(at).toISOString();
  const said =
    revision < 0 ? 'Before the first event' : `Event ${revision} of ${lastRevision}: ${sentence(event.type)}`;
  return (
    <Box component="section" aria-label="Time">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Button variant="contained" disabled={lastRevision <= 0} onClick={play} sx={{ minWidth: 84 }}>
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <Button variant="outlined" disabled={revision <= 0} onClick={() => onGo({ revision: 0 })}>
          First
        </Button>
        <Button variant="outlined" disabled={revision <= 0} onClick={() => onGo({ revision: revision - 1 })}>
          ← Earlier
        </Button>
        <Button variant="outlined" disabled={revision >= lastRevision} onClick={() => onGo({ revision: revision + 1 })}>
          Later →
        </Button>
        <Button variant="outlined" disabled={revision >= lastRevision} onClick={() => onGo({ revision: lastRevision })}>
          Last
        </Button>
        <Typography role="status">{said}</Typography>
      </Box>
      {lastRevision > 0 && (
        <Box sx={{ px: 1.5, maxWidth: 900 }}>
          <Slider
            aria-label="Event"
            size="small"
            min={0}
            max={lastRevision}
            value={Math.max(0, drawn)}
            getAriaValueText={(value) => (value === revision ? said : `Event ${value} of ${lastRevision}`)}
            onChange={(_, value) => setDrawn(Number(value))}
            onChangeCommitted={(_, value) => onGo({ revision: Number(value) })}
          />
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5 }}>
        <Mono>{`${day(at)}, ${clock(at, undefined, true)} your time`}</Mono>
        <Mono>{`${utc.replace('T', ' ').replace('Z', '')} UTC`}</Mono>
      </Box>
      <InstantForm key={at} at={at} onGo={onGo} />
      <StepList moment={moment} onGo={onGo} />
    </Box>
  );
}

/** ms that each event stays when played */
const STEP_MS = 1_000;

/** Plays one event a step, the next one only after this one is shown, and stops at the last. */
function usePlaying({ revision, lastRevision }: Moment, onGo: MomentStepsProps['onGo']) {
  const [isWanted, setWanted] = useState(false);
  const isPlaying = isWanted && revision < lastRevision;
  useEffect(() => {
    if (!isPlaying) return setWanted(false);
    const step = setTimeout(() => onGo({ revision: revision + 1 }), STEP_MS);
    return () => clearTimeout(step);
  }, [isPlaying, revision, onGo]);
  const play = () => {
    if (!isPlaying && revision >= lastRevision) onGo({ revision: 0 });
    setWanted(!isPlaying);
  };
  return { isPlaying, play };
}

function useArrowKeys({ revision, lastRevision }: Moment, onGo: MomentStepsProps['onGo']) {
  useEffect(() => {
    const press = (key: KeyboardEvent) => {
      if (key.target instanceof HTMLElement && key.target.closest('input, textarea, select, [role="slider"]')) return;
      if (key.altKey || key.ctrlKey || key.metaKey) return;
      if (key.key === 'ArrowLeft' && revision > 0) onGo({ revision: revision - 1 });
      if (key.key === 'ArrowRight' && revision < lastRevision) onGo({ revision: revision + 1 });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [revision, lastRevision, onGo]);
}

function InstantForm({ at, onGo }: { at: string } & Pick<MomentStepsProps, 'onGo'>) {
  const [utc, setUtc] = useState(at.slice(0, 23));
  const local = Number.isNaN(Date.parse(`${utc}Z`)) ? null : new Date(`${utc}Z`).toISOString();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (local) onGo({ at: local });
  };
  return (
    <Box
      component="form"
      onSubmit={submit}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, pt: 1.5 }}
    >
      <TextField
        label="Time (UTC)"
        type="datetime-local"
        size="small"
        value={utc}
        onChange={(change) => setUtc(change.target.value)}
        sx={{ width: 300 }}
        slotProps={{ htmlInput: { step: 0.001 }, inputLabel: { shrink: true } }}
      />
      <Button type="submit" variant="outlined" disabled={!local}>
        Go
      </Button>
      {local && (
        <Mono sx={{ color: 'text.secondary' }}>{`${day(local)}, ${clock(local, undefined, true)} your time`}</Mono>
      )}
    </Box>
  );
}

function StepList({ moment: { steps, revision }, onGo }: MomentStepsProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const [row, step] = [list.current, list.current?.children[steps.findIndex((one) => one.revision === revision)]];
    if (row && step instanceof HTMLElement) row.scrollLeft = step.offsetLeft - row.offsetLeft - row.clientWidth / 2;
  }, [steps, revision]);
  return (
    <Box
      component="ol"
      ref={list}
      aria-label="Nearby events"
      sx={{ display: 'flex', gap: 0.5, listStyle: 'none', m: 0, px: 0, py: 1.5, overflowX: 'auto' }}
    >
      {steps.map((step) => (
        <Box component="li" key={step.revision} sx={{ flexShrink: 0 }}>
          <Button
            size="small"
            variant={step.revision === revision ? 'contained' : 'outlined'}
            aria-current={step.revision === revision ? 'step' : undefined}
            onClick={() => onGo({ revision: step.revision })}
            sx={{ display: 'grid', textAlign: 'left' }}
          >
            <span>{sentence(step.type)}</span>
            <Mono>{`${step.revision} · ${clock(step.at, undefined, true)}`}</Mono>
          </Button>
        </Box>
      ))}
    </Box>
  );
}
