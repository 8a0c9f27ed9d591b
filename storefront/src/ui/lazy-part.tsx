import { ahead } from '@supreme-access/contract/idle.js';
import {
  Component,
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { ChunkMissing, type Load, loadChunk } from '../api/chunks.js';
import { Dialog, type DialogShape } from './dialog.js';
import { LoadFailure, Loading } from './load-state.js';

const RELOAD_MS = 5_000;

export interface LazyPart<Props extends object> {
  (props: Props): ReactNode;
  preload(): Promise<void>;
}

type Frame<Props> = (props: Props, state: ReactNode, isWaiting: boolean) => ReactNode;

const bare: Frame<object> = (_, state) => state;
export const inPlace: Frame<object> = (_, state, isWaiting) => (isWaiting ? null : state);

/** A press needs a response after this time; until then the dialog waits for its content. */
const FEEDBACK_AFTER_MS = 400;

function Later({ children }: { children: ReactNode }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), FEEDBACK_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate && children;
}

export function inDialog<Props extends { onClose(): void }>(
  title: string | ((props: Props) => string),
  shape?: DialogShape,
): Frame<Props> {
  return (props, state, isWaiting) => {
    const dialog = (
      <Dialog open title={typeof title === 'string' ? title : title(props)} shape={shape} onClose={props.onClose}>
        {state}
      </Dialog>
    );
    return isWaiting ? <Later>{dialog}</Later> : dialog;
  };
}

/**
 * A component outside the first load. It is fetched when it is shown, or earlier when the network is idle. A failed
 * load shows an error in its place and is repeated on a press or when the connection returns.
 */
export function lazyPart<Props extends object>(
  load: Load<ComponentType<Props>>,
  frame: Frame<Props> = bare,
): LazyPart<Props> {
  let here: ComponentType<Props> | undefined;
  const fetched = async () => {
    here ??= await loadChunk(load);
    return here;
  };
  const late = () => lazy(async () => ({ default: await fetched() }));
  const preload = async () => {
    await fetched();
  };
  ahead.add(preload);
  const Part = (props: Props) => {
    const [attempt, setAttempt] = useState(() => ({ Shown: here ?? late(), count: 0 }));
    useFocusBack(attempt.Shown !== here);
    const retry = () => setAttempt(({ count }) => ({ Shown: late(), count: count + 1 }));
    const failure = (error: Error) => frame(props, <Failure error={error} retry={retry} />, false);
    return (
      <Missing key={attempt.count} failure={failure}>
        <Suspense fallback={frame(props, <Loading />, true)}>{createElement(attempt.Shown, props)}</Suspense>
      </Missing>
    );
  };
  return Object.assign(Part, { preload });
}

export function readyPart<Props extends object>(Part: ComponentType<Props>): LazyPart<Props> {
  return Object.assign((props: Props) => createElement(Part, props), { preload: async () => {} });
}

/**
 * Hazard: where the dialog replaces its placeholder, only this hook knows which element opened both, so it restores the
 * focus.
 */
function useFocusBack(isLate: boolean): void {
  const [opener] = useState(() => (isLate ? document.activeElement : null));
  useEffect(
    () => () => {
      if (!(opener instanceof HTMLElement)) return;
      // The dialog restores the focus of its own first.
      setTimeout(() => {
        if (document.activeElement === document.body && opener.isConnected) opener.focus();
      });
    },
    [opener],
  );
}

function Failure({ error, retry }: { error: Error; retry(): void }) {
  useEffect(() => {
    const timer = setTimeout(retry, RELOAD_MS);
    return () => clearTimeout(timer);
  });
  return <LoadFailure error={error} retry={retry} />;
}

interface MissingProps {
  failure: (error: Error) => ReactNode;
  children: ReactNode;
}

/** Handles only a missing chunk; every other error belongs to the page. */
class Missing extends Component<MissingProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!(error instanceof ChunkMissing)) throw error;
    return this.props.failure(error);
  }
}
