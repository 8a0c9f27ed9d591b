import { both, dark, light } from './scheme.js';

const CONSOLE = {
  'console-login': dark('Log in', 'Staff log in.'),
  'console-releasing': both('Releasing now', 'A release runs; the figures are fed by the stream.'),
  'console-outcome': light('Outcome', "Afterwards the product's page keeps the same figures."),
  'console-orders': light('Orders', 'Counts on the chips, the actions in a menu of the row.'),
  'console-order-menu': dark('Actions of a row', 'Those that are refused say why.'),
  'console-order': both('An order', 'The story in sentences, the newest first.'),
  'console-keys': dark('Keys', 'The question mark.'),
  'console-palette': both('Palette', 'Ctrl+K, and a few letters of a name.'),
  'console-list-empty': light('Empty', 'There are no entries yet.'),
  'console-list-filtered': dark('Nothing fits', 'The filter leaves nothing.'),
  'console-list-loading': light('Loading', 'The answer is under way.'),
  'console-list-failed': dark('Failed', 'The server answers with an error.'),
  'console-list-offline': light('Offline', 'The list was open when the connection went.'),
  'console-missing': light('No such page', 'The address names none.'),
};

const DESKS = {
  'desk-board': both('The board', 'The day in figures, what is promised, and the drops to come.'),
  'desk-first-steps': both('First steps', 'Nothing is set up yet; what is done ticks itself off.'),
  'desk-many': both('Many orders', 'Chosen in the list, refunded with one reason and one password.'),
  'desk-rehearsal': both('Dress rehearsal', 'The drop was played at the measured pace, beside its checks.'),
  'desk-products': light('Products', 'Each with its mark: open, departed, cancelled.'),
  'desk-cancelled': dark('Cancelled', 'The drop was called off: every slot is withdrawn.'),
  'desk-delisted': light('Delisted', 'The product has left the shop.'),
  'desk-refund': both('Refund', 'Prefilled with what remains of the charge.'),
  'desk-promises': both(
    'Promises',
    'What an auditor sees first: each with the run behind it, and what is not checked yet.',
  ),
  'desk-playback': both(
    'Play back',
    "An order at one of its events, on the shop's own page by the clock of that second.",
  ),
  'desk-audit': light('Audit', 'What can be checked, and what the last runs found.'),
  'desk-system': dark('System', 'Readiness in words, read models, and what is due.'),
  'desk-denied': light('Denied', 'An auditor opens what only admins may.'),
};

const SHOPS = {
  'retail-limit': both(
    'The most you agree to',
    'The product is bought at a shop: its price there, and a limit with shipping and tax.',
  ),
  'retail-unclear': dark('An unclear amount', 'What was typed can be read as two amounts.'),
  'retail-bought': both('Bought at a shop', 'What the shop was paid, and its order.'),
  'retail-finish': both('To finish at the shop', 'The shop asked for the person: its link, with the deadline.'),
  'retail-over-limit': light('Above the limit', 'The shop asked for more, so nothing was bought.'),
  'retail-list': light('Retailers', 'Those that can be bought at, and what keeps one from it.'),
  'retail-warned': dark('Never read', 'The address leads nowhere, and the page says what follows.'),
  'retail-record': both('A retailer', 'As configured, beside what the shop says of itself.'),
};

const MAILS = {
  'mail-secured': both('A slot is secured', 'Sent with the calendar of the drop.'),
  'mail-guest': light('To a guest', 'With the link that is their order.'),
  'mail-reset': light('A new password', 'Sent on request.'),
  'mail-bought': both('Bought and charged', 'Sent when the fee was charged.'),
  'mail-action': dark('Payment needed', 'Sent when the card was declined.'),
  'mail-offer': light('A slot is offered', 'Sent to the next on the waiting list when a slot is freed.'),
  'mail-closed': dark('Not this time', 'Sent when nothing was left.'),
};

const ROOM = {
  'room-before': light('Half an hour before', 'The lights are on; every held slot is reserved.'),
  'room-releasing': both('The release runs', 'Cells turn from reserved to bought and charged; the answers pile up.'),
  'room-phone': dark('On a phone', 'The same, one part after another.'),
  'room-many': light('Many slots', 'More than 400 slots are bars.'),
  'room-away': light('Offline', 'The connection went; the figures say of when they are.'),
};

const MINUTE = {
  'minute-start': light('Nothing started', 'The link that npm start gives a terminal; the log already runs.'),
  'minute-drop': both('A drop of twenty seconds', 'Phone, board and log beside each other, and the slots are gone.'),
  'minute-damage': light('One byte changed', 'A copy of the log was damaged in memory; the verifier names the event.'),
};

export const OTHER_AREAS = {
  'Buying at shops': SHOPS,
  Mails: MAILS,
  'The admin': CONSOLE,
  'The admin at work': DESKS,
  'The control room': ROOM,
  'The first minute': MINUTE,
};
