import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { type SizeGuide as Guide, shownRange, sizeGuideOf, type Unit } from '@supreme-access/contract/size-guides.js';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.js';

const UNITS: Readonly<Record<Unit, string>> = { cm: 'Centimetres', in: 'Inches' };

export function SizeGuide({ product }: { product: Pick<PublicProduct, 'sizeType'> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className="min-h-11 text-sm underline">
        Size guide
      </button>
      <Dialog open={open} title="Size guide" onClose={() => setOpen(false)}>
        <div className="grid gap-5 p-4 lg:p-6">
          <SizeTable guide={sizeGuideOf(product)} />
        </div>
      </Dialog>
    </>
  );
}

function SizeTable({ guide: { measures, rows, note } }: { guide: Guide }) {
  const [unit, setUnit] = useState<Unit>('cm');
  return (
    <>
      <UnitChoice unit={unit} onChange={setUnit} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with a keyboard */}
      <section aria-label="Sizes" tabIndex={0} className="min-w-0 overflow-x-auto">
        <table className="w-full border-collapse text-left">
          <caption className="sr-only">Sizes in {UNITS[unit].toLowerCase()}</caption>
          <thead>
            <tr className="border-b border-fg">
              <th scope="col" className="py-2 pr-3 text-sm font-normal text-muted">
                Size
              </th>
              {measures.map((measure) => (
                <th key={measure} scope="col" className="py-2 pr-3 text-sm font-normal text-muted">
                  {measure}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, fits }) => (
              <tr key={label} className="border-b border-rule">
                <th scope="row" className="py-2.5 pr-3 font-semibold">
                  {label}
                </th>
                {fits.map((range, at) => (
                  <td key={measures[at]} className="count py-2.5 pr-3">
                    {shownRange(range, unit)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="text-sm text-muted">{note} The retailer's own table has the last word.</p>
    </>
  );
}

function UnitChoice({ unit, onChange }: { unit: Unit; onChange(unit: Unit): void }) {
  return (
    <fieldset className="flex flex-wrap gap-x-4">
      <legend className="sr-only">Unit</legend>
      {(Object.keys(UNITS) as Unit[]).map((each) => (
        <label key={each} className="flex min-h-11 cursor-pointer items-center gap-2">
          <input
            type="radio"
            name="unit"
            value={each}
            checked={unit === each}
            onChange={() => onChange(each)}
            className="size-4 accent-fg"
          />
          {UNITS[each]}
        </label>
      ))}
    </fieldset>
  );
}
