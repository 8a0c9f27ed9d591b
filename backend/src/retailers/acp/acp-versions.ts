/** What one version says in words of its own. */
export interface AcpVersion {
  version: string;
  /** types of its totals, but for the total itself */
  totals: readonly string[];
}

const TOTALS: readonly string[] = [
  'items_base_amount',
  'items_discount',
  'subtotal',
  'discount',
  'fulfillment',
  'tax',
  'fee',
  'gift_wrap',
  'tip',
  'store_credit',
];

/** Of what came between them, the refunded amount alone concerns a buyer without a screen. */
const READERS: readonly AcpVersion[] = [
  { version: '2026-01-30', totals: TOTALS },
  { version: '2026-04-17', totals: [...TOTALS, 'amount_refunded'] },
];
export const ACP_VERSIONS: readonly string[] = READERS.map(({ version }) => version);

/** @throws Error for a version that no reader is written for */
export function acpVersion(named: string): AcpVersion {
  const reader = READERS.find(({ version }) => version === named);
  if (!reader) throw new Error(`ACP ${named} cannot be read`);
  return reader;
}
