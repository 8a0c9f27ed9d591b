import type { DropSums } from '@supreme-access/contract/shapes/drops.js';
import { clockTime, viewerTime } from '../../ui/times.js';
import { stepPath } from './step-path.js';

/** units of the picture; it is as wide as its column */
const [WIDTH, HEIGHT] = [600, 300];

export function HeldChart({ sums }: { sums: DropSums }) {
  const { stock, steps } = sums;
  const { path, from, to, most } = stepPath(sums, { width: WIDTH, height: HEIGHT });
  const stockAt = HEIGHT - (stock / most) * HEIGHT;
  return (
    <section className="col-span-4 grid content-start gap-4 lg:col-span-6 lg:col-start-7" aria-labelledby="held">
      <h2 id="held" className="heading text-head">
        Slots against stock
      </h2>
      <div aria-hidden="true" className="grid grid-cols-[auto_1fr] gap-x-3">
        <div className="count flex flex-col justify-between text-right text-mini text-muted">
          <span>{most}</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-56 w-full border-b border-fg lg:h-72"
        >
          <title>Slots held over time</title>
          <path d={`${path} V ${HEIGHT} H 0 Z`} className="fill-volt dark:opacity-90" />
          <path d={path} className="fill-none stroke-fg" strokeWidth={2} vectorEffect="non-scaling-stroke" />
          <path
            d={`M 0 ${stockAt} H ${WIDTH}`}
            className="stroke-fg"
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <span />
        <div className="count flex justify-between gap-4 pt-2 text-mini text-muted">
          <span>{clockTime(from)}</span>
          <span className="text-right">{clockTime(to)}, release</span>
        </div>
      </div>
      <p className="text-sm text-muted">The dashed line is the stock, {stock} slots. Steps are five slots or more.</p>
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-medium">The steps as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus */}
        <section className="max-h-80 overflow-auto" tabIndex={0} aria-label="Slots held, by time">
          <table className="w-full text-sm">
            <thead>
              <tr className="border-b border-fg text-left">
                <th className="py-2 pr-4 font-medium">Until</th>
                <th className="py-2 text-right font-medium">Slots held</th>
              </tr>
            </thead>
            <tbody className="count">
              {steps.map(({ at, held }) => (
                <tr key={at} className="border-b border-rule">
                  <td className="py-1.5 pr-4">{viewerTime(new Date(at).toISOString())}</td>
                  <td className="py-1.5 text-right">{held}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  );
}
