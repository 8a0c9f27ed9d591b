import type { Camera } from './camera.js';
import type { Environment } from './environment.js';
import { account } from './scene-account.js';
import { arrivals } from './scene-arrivals.js';
import { board } from './scene-board.js';
import { operators } from './scene-console.js';
import { controlRoom } from './scene-control.js';
import { desks } from './scene-desks.js';
import { guest } from './scene-guest.js';
import { mails } from './scene-mails.js';
import { firstMinute } from './scene-minute.js';
import { product } from './scene-product.js';
import { shops } from './scene-retailers.js';
import { slot } from './scene-slot.js';
import { stage } from './scene-stage.js';
import { tickets } from './scene-tickets.js';
import { waitingList } from './scene-waitlist.js';
import type { AREAS } from './states.js';

type Scene = (env: Environment, camera: Camera) => Promise<void>;

/** Each area has servers of its own. */
export const SCENES: Readonly<Record<keyof typeof AREAS, Scene>> = {
  'The board': board,
  'The product': product,
  'A slot is secured': slot,
  'The waiting list': waitingList,
  Tickets: tickets,
  'The minute of the drop': stage,
  Arrivals: arrivals,
  'Guests and mailed links': guest,
  'The account': account,
  'Buying at shops': shops,
  Mails: mails,
  'The admin': operators,
  'The admin at work': desks,
  'The control room': controlRoom,
  'The first minute': firstMinute,
};
