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

/** ms until a part that did not load is fetched again by itself */
const AGAIN = 5_000;

export interface LazyPart<Props extends object> {
  (props: Props): ReactNode;
  /** Fetches it, so that it is shown at once where it is rendered for the first time. */
  preload(): Promise<void>;
}

/** What stands in a part's place until it is here, and around what says that it did not load. */
type Frame<Props> = (props: Props, state: ReactNode, isWaiting: boolean) => ReactNode;

const bare: Frame<object> = (_, state) => state;
/** A small part of a page: nothing stands there meanwhile. */
export const inPlace: Frame<object> = (_, state, isWaiting) => (isWaiting ? null : state);

/** ms after which a press wants to be seen; what comes before that takes no other's place */
const SEEN = 400;

function Later({ children }: { children: ReactNode }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SEEN);
    return () => clearTimeout(timer);
  }, []);
  return isLate && children;
}

/** A dialog that is there before the part is, and is closed as the part itself. */
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
 * A part that the first load goes without. It is fetched when it is shown, or before that when nothing else is loaded. One that does not
 * load says so in its own place, and is fetched again at a press or once the connection is back: the rest of the page stays.
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

/** A part that comes with what names it. */
export function readyPart<Props extends object>(Part: ComponentType<Props>): LazyPart<Props> {
  return Object.assign((props: Props) => createElement(Part, props), { preload: async () => {} });
}

/** Where a dialog takes the place of the one that stood for it, what opened both is known here alone: it has the focus afterwards. */
function useFocusBack(isLate: boolean): void {
  const [opener] = useState(() => (isLate ? document.activeElement : null));
  useEffect(
    () => () => {
      if (!(opener instanceof HTMLElement)) return;
      // after the dialog has gone
      setTimeout(() => {
        if (document.activeElement === document.body && opener.isConnected) opener.focus();
      });
    },
    [opener],
  );
}

function Failure({ error, retry }: { error: Error; retry(): void }) {
  useEffect(() => {
    const timer = setTimeout(retry, AGAIN);
    return () => clearTimeout(timer);
  });
  return <LoadFailure error={error} retry={retry} />;
}

interface MissingProps {
  failure: (error: Error) => ReactNode;
  children: ReactNode;
}

/** Only a chunk that is missing is told here: a fault of the part is the page's. */
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
