import { both, dark, light } from './scheme.js';

const BOARD = {
  'board-drops': both('Drops', 'The home page of a guest: the next departure, and the board below it.'),
  'board-departures': light('The board', 'Further down: every drop with its time, its slots and its mark.'),
  'board-empty': dark('Empty', 'Nothing is listed.'),
  'shop-drops': light('The shop', 'The same drops for who is signed in.'),
  'shop-empty': light('Empty shop', 'Signed in, and nothing is listed.'),
  'shop-loading': dark('Loading', 'The answer is under way.'),
  'shop-failed': light('Failed', 'The server answers with an error.'),
  'shop-offline': dark('Offline, nothing kept', 'A page is opened without a connection, and nothing of it is known.'),
  'shop-as-of-offline': light('As of, offline', 'The connection goes while the page is open.'),
  'shop-as-of': dark('As of, no answer', 'The server stops answering while the page is open.'),
  'slow-connection': light('Slow', 'Nothing has come after four seconds.'),
};

const PRODUCT = {
  'product-guest': light('Guest', 'A shared link, opened without an account.'),
  'product-before': both('Before the release', 'Signed in; the drop is scheduled.'),
  'product-called': dark('Undated', 'The drop departs when an admin calls it.'),
  'product-promo': light('With a promo code', 'The link carried a good code.'),
  'product-promo-refused': dark('Code refused', 'The link carried a code that nobody knows.'),
  'product-closing': light('Closing soon', 'Reservations close before the release.'),
  'product-closed': dark('Reservations closed', 'Their time is over, and the release is to come.'),
  'product-sold-out': light('Sold out', 'Every slot is held.'),
  'product-running': both('Releasing', 'Orders are being checked out.'),
  'product-departed': dark('Departed', 'The release is over.'),
  'product-missing': light('No such product', 'The address names none, or one that is not listed any more.'),
  'product-placeholder': both('No picture', 'The title is drawn where a picture would be; a long one steps down.'),
  'product-zoom': dark('Nearer', 'A picture was pressed.'),
  'product-size-guide': light('Size guide', 'Asked for beside the sizes.'),
  'product-reminded': dark('Reminded', 'This browser was asked to tell five minutes before.'),
};

const SLOT = {
  'slot-confirm': both('Confirm', 'A size, a style and a profile were chosen.'),
  'slot-securing': dark('Securing', 'The server has not answered yet.'),
  'slot-code-asked': light('Code asked for', 'The security code of the card is not on file any more.'),
  'slot-code-wrong': dark('Code too short', 'The limit is told at its field.'),
  'slot-secured': both('Secured', 'The slot is theirs: the ticket has its number and its first stamp.'),
  'slot-duplicate': light('Another profile', 'This profile holds a slot of the drop.'),
  'slot-lost': dark('Sold out meanwhile', 'Somebody else took the last one.'),
  'slot-offline': light('Offline', 'The connection went after the button was pressed; the wish goes on with its key.'),
};

const LINE = {
  'line-empty': light('Nobody in line', 'A sold-out drop that still accepts.'),
  'line-join': dark('Join', 'The button was pressed.'),
  'line-waiting': light('In line', 'They have a place.'),
  'line-offered': both('Offered', 'A slot was freed: it is theirs for ten minutes.'),
  'line-lapsed': light('Lapsed', 'The ten minutes went by.'),
};

export const SHOP_AREAS = {
  'The board': BOARD,
  'The product': PRODUCT,
  'A slot is secured': SLOT,
  'The line': LINE,
};
