import { useProgress } from './live-drops.js';

interface ReleaseProgressProps {
  productId: string;
  large?: boolean;
}

export function ReleaseProgress({ productId, large }: ReleaseProgressProps) {
  const progress = useProgress(productId);
  if (!progress) return large ? <p className="heading text-4xl">Releasing now</p> : <span>Releasing now</span>;
  const { checkedOut, due } = progress;
  if (!large) return <span>{`${checkedOut} of ${due} checked out`}</span>;
  return (
    <div className="grid gap-2.5">
      <p className="heading text-4xl">Releasing now</p>
      <progress className="sr-only" aria-label="Checked out" max={Math.max(1, due)} value={checkedOut} />
      <div aria-hidden="true" className="flex h-3.5 border border-fg">
        <span
          className="bg-fg motion-safe:transition-[width]"
          style={{ width: `${due === 0 ? 100 : (checkedOut / due) * 100}%` }}
        />
      </div>
      <p className="count text-sm">
        <span className="text-2xl">{checkedOut}</span> of {due} checked out
      </p>
    </div>
  );
}
