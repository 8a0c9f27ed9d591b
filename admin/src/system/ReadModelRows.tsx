import { Typography } from '@mui/material';
import { counted, lasting } from '@supreme-access/contract/labels.js';
import type { ListedRebuild, ReadModelStatus, ReadModels } from '@supreme-access/contract/shapes/system.js';
import { ActionButton } from '../ui/ActionButton.js';
import { Mono } from '../ui/Mono.js';
import { StateMark } from '../ui/StateMark.js';
import { StatusList, StatusRow } from './live.js';
import { system } from './system-data.js';

const TONES = { running: 'good', waiting: 'waits', stopped: 'bad' } as const;
const RUNNING = 'A rebuild is running. Only one runs at a time.';

export function ReadModelRows({ folds, head, notNow, rebuild, projections }: ReadModels) {
  const isBuilding = rebuild?.state === 'building';
  return (
    <>
      <Typography sx={{ pb: 1 }}>
        {folds ? 'This process updates the read models.' : 'Another process updates the read models.'} The event log
        ends at position <Mono>{head}</Mono>.
      </Typography>
      <StatusList>
        {projections.map((one) => {
          const own = rebuild?.projection === one.name ? rebuild : null;
          const refusal = notNow ?? (isBuilding ? RUNNING : undefined);
          return <ReadModelRow key={one.name} readModel={one} rebuild={own} refusal={refusal} notNow={notNow} />;
        })}
      </StatusList>
    </>
  );
}

interface ReadModelRowProps {
  readModel: ReadModelStatus;
  rebuild: ListedRebuild | null;
  refusal: string | undefined;
  notNow: string | null;
}

function ReadModelRow({ readModel, rebuild, refusal, notNow }: ReadModelRowProps) {
  const { name, version, position, lagEvents, lagMs, state, why, stoppedAt } = readModel;
  const isCompared = rebuild?.state === 'compared';
  const action = isCompared ? (
    <ReplaceButton rebuild={rebuild} notNow={notNow} />
  ) : (
    <RebuildButton name={name} refusal={refusal} />
  );
  return (
    <StatusRow
      title={<Mono>{`${name} v${version}`}</Mono>}
      state={<StateMark tone={TONES[state]}>{state}</StateMark>}
      action={action}
    >
      <div>
        Position <Mono>{position}</Mono>
        {lagEvents > 0 &&
          `, ${lagEvents >= 500 ? '500 or more events' : counted(lagEvents, 'event', 'events')} behind, for ${lasting(lagMs)}`}
      </div>
      {why && <div>{why}</div>}
      {stoppedAt && (
        <div>
          Event <Mono>{stoppedAt.eventId}</Mono> at <Mono>{stoppedAt.position}</Mono>
        </div>
      )}
      {rebuild && <RebuildResult rebuild={rebuild} />}
    </StatusRow>
  );
}

function RebuildButton({ name, refusal }: { name: string; refusal: string | undefined }) {
  return (
    <ActionButton
      label="Rebuild"
      pending="Starting…"
      title={`Rebuild ${name}?`}
      explain="A copy is built from the whole event log and compared with the live read model, which does not change."
      done="The rebuild has started."
      size="small"
      {...(refusal === undefined ? {} : { refusal })}
      run={(_, key) => system.rebuild(name, key)}
    />
  );
}

function ReplaceButton({ rebuild, notNow }: { rebuild: ListedRebuild; notNow: string | null }) {
  return (
    <ActionButton
      label="Replace"
      pending="Replacing…"
      title={`Replace ${rebuild.projection} with the rebuilt copy?`}
      explain={`${verdict(rebuild)} Every process reads the new one at once. The old one is removed.`}
      done="The read model is replaced."
      size="small"
      {...(notNow === null ? {} : { refusal: notNow })}
      run={(_, key) => system.replace(rebuild.projection, rebuild.id, key)}
    />
  );
}

function RebuildResult({ rebuild }: { rebuild: ListedRebuild }) {
  const { state, position, head, differences, problem } = rebuild;
  if (state === 'building')
    return <div role="status">Rebuilding: {Math.floor((100 * position) / Math.max(1, head))} %</div>;
  if (state === 'failed') return <div>The rebuild failed. {problem}</div>;
  return (
    <>
      <div>
        {state === 'replaced' ? 'Replaced. ' : 'Rebuilt. '}
        {verdict(rebuild)}
      </div>
      {differences.slice(0, 5).map(({ id, what, fields }) => (
        <div key={id}>
          <Mono>{id}</Mono>: {fields.join(', ') || what}
        </div>
      ))}
    </>
  );
}

export function verdict({
  rows,
  differing,
  unexplained,
}: Pick<ListedRebuild, 'rows' | 'differing' | 'unexplained'>): string {
  if (!differing && !unexplained)
    return rows === 1 ? 'The one row matches the event log.' : `All ${rows ?? 0} rows match the event log.`;
  const stray = unexplained ? `, ${unexplained} without an event` : '';
  return `${counted(rows, 'row', 'rows')} compared: ${differing ?? 0} different${stray}.`;
}
