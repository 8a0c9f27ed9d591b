import type { AdminRetailer } from '@supreme-access/contract/shapes/retailers.js';
import { StateMark } from '../ui/StateMark.js';
import { warningsOf } from './retailer-words.js';

export function RetailerMark({ retailer }: { retailer: AdminRetailer }) {
  if (retailer.ended) return <StateMark tone="bad">Removed</StateMark>;
  if (warningsOf(retailer).length > 0) return <StateMark tone="waits">Needs you</StateMark>;
  return <StateMark tone="good">In use</StateMark>;
}
