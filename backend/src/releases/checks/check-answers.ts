import {
  CHECK_LEVELS,
  CHECKED_AT,
  CHECKS,
  type CheckedDrop,
  type CheckFinding,
  type DropCheck,
} from '@supreme-access/contract/check-types.js';
import { COUNT, INSTANT, listOf, oneOf, orNull, shape, TEXT } from '../../platform/http/answer-schemas.js';

const FINDING = shape<CheckFinding>('CheckFinding', {
  check: oneOf(CHECKS),
  level: oneOf(CHECK_LEVELS),
  reason: orNull(TEXT),
  count: orNull(COUNT),
});
export const DROP_CHECK = shape<DropCheck>('DropCheck', {
  at: oneOf(CHECKED_AT),
  checkedAt: INSTANT,
  releaseAt: orNull(INSTANT),
  findings: listOf(FINDING),
});
export const CHECKED_DROP = shape<CheckedDrop>('CheckedDrop', {
  productId: TEXT,
  productTitle: TEXT,
  releaseAt: orNull(INSTANT),
  check: orNull(DROP_CHECK),
});
