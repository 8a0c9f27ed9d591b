import {
  type Board,
  type DayFigures,
  FIRST_STEPS,
  type FirstStep,
  type OpenPromise,
  type OperatorNeeds,
  type ReleaseFigures,
} from '@supreme-access/contract/report-types.js';
import { ORDER_STATUSES } from '@supreme-access/contract/statuses.js';
import { COUNT, FLAG, INSTANT, listOf, oneOf, orNull, PRICE, shape, TEXT } from '../platform/http/answer-schemas.js';
import { schemaOf } from '../platform/http/answers.js';
import { CHECKED_DROP } from '../releases/checks/check-answers.js';

const RATE = orNull(schemaOf<number>({ type: 'number', minimum: 0, maximum: 1 }));
const DAY = schemaOf<string>({ type: 'string', format: 'date' });

export const DAY_FIGURES = shape<DayFigures>('DayFigures', {
  day: DAY,
  startsAt: INSTANT,
  endsAt: INSTANT,
  reservations: COUNT,
  succeeded: COUNT,
  failed: COUNT,
  withdrawn: COUNT,
  successRate: RATE,
  charges: COUNT,
  charged: PRICE,
  refunds: COUNT,
  refunded: PRICE,
  refundsFailed: COUNT,
});

const RELEASE_FIGURES = shape<ReleaseFigures>('ReleaseFigures', {
  productId: TEXT,
  productTitle: TEXT,
  releaseAt: INSTANT,
  startedAt: INSTANT,
  finishedAt: orNull(INSTANT),
  due: COUNT,
  succeeded: COUNT,
  failed: COUNT,
  open: COUNT,
  successRate: RATE,
  firstAfter: orNull(COUNT),
  lastAfter: orNull(COUNT),
});

const OPEN_PROMISE = shape<OpenPromise>('OpenPromise', {
  orderId: TEXT,
  productTitle: TEXT,
  status: oneOf(ORDER_STATUSES),
  closesAt: INSTANT,
});

export const BOARD = shape<Board>('Board', {
  at: INSTANT,
  currency: TEXT,
  needs: shape<OperatorNeeds>('OperatorNeeds', { actionRequired: COUNT, refundsFailed: COUNT, parked: COUNT }),
  firstSteps: orNull(listOf(shape<FirstStep>('FirstStep', { step: oneOf(FIRST_STEPS), isDone: FLAG }))),
  zone: TEXT,
  today: DAY_FIGURES,
  refundsDue: COUNT,
  promises: shape<Board['promises']>('OpenPromises', { open: COUNT, soonest: listOf(OPEN_PROMISE) }),
  disputes: shape<Board['disputes']>('OpenDisputes', { open: COUNT, soonestDueBy: orNull(INSTANT) }),
  proofs: COUNT,
  releases: listOf(RELEASE_FIGURES),
  lateness: orNull(COUNT),
  drops: listOf(CHECKED_DROP),
  projectionLag: COUNT,
});
