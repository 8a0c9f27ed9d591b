import { observe, type ReadableLog } from '../event-sourcing/log-watch.js';
import { eventAt } from '../event-sourcing/reading.js';
import { rememberOlder } from '../event-sourcing/seen-log.js';
import { type Checkpoint, difference, type Judgement, judge } from '../stores/event-log/log-identity.js';
import { unlessDamaged } from '../stores/event-log/stream-integrity.js';
import { type Collection, dropReadModels, type ReadModels, settingOf } from '../stores/read-models/read-models.js';
import type { Vault } from '../stores/vault/vault.js';
import { type Foreign, type Lock, PASSED_OVER } from './locked-streams.js';

interface Fitting {
  log: ReadableLog;
  vault: Vault;
  projections: readonly Collection[];
  installation: string;
  folds: boolean;
  lookAgain: () => Promise<void>;
  say: (text: string) => void;
}

interface Compared {
  collection: Collection;
  checkpoint: Checkpoint;
  judgement: Judgement;
  why: string;
}

/** Drops read models with events that the log lacks. @throws Error when they come from another log */
export async function fitToLog(models: ReadModels, fitting: Fitting): Promise<void> {
  await models.open(fitting.projections);
  let compared = await compare(models, fitting);
  if (compared.some(({ judgement }) => judgement === 'older')) {
    await fitting.lookAgain();
    compared = await compare(models, fitting);
  }
  const other = compared.find(({ judgement }) => judgement === 'replaced');
  if (other)
    throw new Error(
      `${settingOf(models)}: the read models were made from another event log: ${other.why}. Put that log back; if this one is right: ${dropReadModels(models)}`,
    );
  const isOlder = ({ judgement }: Compared) => judgement === 'older';
  const [furthest] = compared.filter(isOlder).sort((a, b) => b.checkpoint.position - a.checkpoint.position);
  const lacking = furthest ?? compared.find(({ judgement }) => judgement === 'undecided');
  const cured = fitting.folds ? await curedStream(models, fitting.log) : undefined;
  if (!lacking && cured === undefined) return;
  if (!lacking) {
    await drop(models, null);
    fitting.say(`${cured} was cut when it was folded, and is whole again: the read models are made anew`);
    return;
  }
  const { position: after, event } = lacking.checkpoint;
  if (furthest) await rememberOlder(fitting.log, fitting.vault, { after, event: event ?? '' });
  const text = `the read models know what the event log lacks, as if it was restored from a backup: ${lacking.why}`;
  if (!fitting.folds)
    throw new Error(
      `${settingOf(models)}: ${text}. First start a process that folds them anew (ROLE=projector or all).`,
    );
  await drop(models, furthest || cured !== undefined ? null : compared);
  fitting.say(`${text}. They are made anew`);
}

async function curedStream(stored: ReadModels, log: ReadableLog): Promise<string | undefined> {
  await stored.open([PASSED_OVER]);
  for (const one of await stored.find<Lock | Foreign>(PASSED_OVER)) {
    if (!('revision' in one) || one.acceptedAt !== null || one.reason !== 'beginning') continue;
    if (await eventAt(log, one.stream, one.revision - 1).catch(unlessDamaged)) return one.stream;
  }
  return undefined;
}

async function compare(models: ReadModels, { log, installation, projections }: Fitting): Promise<Compared[]> {
  const byPosition = new Map<number, Omit<Compared, 'collection' | 'checkpoint'>>();
  const compared: Compared[] = [];
  for (const collection of projections) {
    const checkpoint = await models.progress(collection);
    const expected = { installation, checkpoints: [checkpoint] };
    let said = byPosition.get(checkpoint.position);
    if (!said) {
      const observed = await observe(log, expected);
      said = { judgement: judge(expected, observed), why: difference(expected, observed) };
      byPosition.set(checkpoint.position, said);
    }
    compared.push({ collection, checkpoint, ...said });
  }
  return compared;
}

async function drop(models: ReadModels, compared: readonly Compared[] | null): Promise<void> {
  const some = compared?.filter(({ judgement }) => judgement === 'undecided');
  const dropped = some?.map(({ collection }) => collection) ?? (await models.list());
  for (const collection of dropped) await models.drop(collection);
}
