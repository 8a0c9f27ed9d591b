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
  'shop-part-missing': light('Part missing', 'A product is opened, and the script that shows it does not come.'),
  'browser-too-old': light('Older browser', 'It lacks what the pages are built for.'),
  'slow-connection': light('Slow', 'Nothing has come after four seconds.'),
};

const PRODUCT = {
  'product-guest': light('Guest', 'A shared link, opened without an account.'),
  'product-before': both('Before the release', 'Signed in; the drop is scheduled.'),
  'product-called': dark('Undated', 'The release has no date yet. An admin starts it.'),
  'product-promo': light('With a promo code', 'The link carried a good code.'),
  'product-promo-refused': dark('Code refused', 'The link has an unknown code.'),
  'product-closing': light('Closing soon', 'Reservations close before the release.'),
  'product-closed': dark('Reservations closed', 'Their time is over, and the release is to come.'),
  'product-sold-out': light('Sold out', 'Every slot is held.'),
  'product-running': both('Releasing', 'Orders are being checked out.'),
  'product-departed': dark('Departed', 'The release is over.'),
  'product-missing': light('No such product', 'The address names none, or one that is not listed any more.'),
  'product-placeholder': both('No picture', 'The title is drawn where a picture would be; a long one steps down.'),
  'product-zoom': dark('Nearer', 'A picture was pressed.'),
  'product-size-guide': light('Size guide', 'Asked for beside the sizes.'),
  'product-reminded': dark('Reminded', 'This browser will notify five minutes before.'),
};

const SLOT = {
  'slot-confirm': both('Confirm', 'A size, a style and a profile were chosen.'),
  'slot-securing': dark('Securing', 'The server has not answered yet.'),
  'slot-code-asked': light('Code asked for', 'The security code of the card is not on file any more.'),
  'slot-code-wrong': dark('Code too short', 'The error is shown at its field.'),
  'slot-secured': both('Secured', 'The slot is theirs: the ticket has its number and its first stamp.'),
  'slot-duplicate': light('Another profile', 'This profile holds a slot of the drop.'),
  'slot-lost': dark('Sold out meanwhile', 'Somebody else took the last one.'),
  'slot-offline': light(
    'Offline',
    'The connection went after the button was pressed; the request continues with its key.',
  ),
};

const LINE = {
  'line-empty': light('Nobody is waiting', 'A sold-out drop that still accepts.'),
  'line-join': dark('Join', 'The button was pressed.'),
  'line-waiting': light('Waiting', 'They have a place.'),
  'line-places': both('Places', 'Waiting places are listed in Orders.'),
  'line-bar': both('Offered, elsewhere', 'A running offer is shown on every page.'),
  'line-offered': both('Offered', 'A slot was freed: it is theirs for ten minutes.'),
  'line-lapsed': light('Lapsed', 'The ten minutes went by.'),
};

const TICKET = {
  'ticket-none': light('No tickets', 'No slot was ever secured.'),
  'ticket-held': both('Held', 'The slot counts down to its release.'),
  'ticket-dashboard': dark('On the dashboard', 'The latest ticket.'),
  'ticket-processing': dark('Processing', 'It is at the retailer.'),
  'ticket-success': light('Success', 'Checked out and charged.'),
  'ticket-action': dark('Action required', 'Bought, and the fee was declined.'),
  'ticket-refund-pending': light('Refund pending', 'A refund is on its way back to the card.'),
  'ticket-refunded': dark('Refunded', 'The fee went back.'),
  'ticket-free': light('No fee', 'A code took all of it off.'),
  'ticket-closed': dark('Closed', 'Nothing was left at the retailer; nothing was charged.'),
  'ticket-withdraw': light('Give it back?', 'Asked before a slot is withdrawn.'),
  'ticket-withdrawn': dark('Withdrawn', 'The slot was given back.'),
};

const STAGE = {
  'stage-counting': both('T-60 s', 'The last minute: the ticket takes the stage.'),
  'stage-running': dark('Checking out', 'The release runs, and the ticket waits for its turn.'),
  'stage-landing': light('Stamps land', 'Checked out, and the fee is being charged.'),
  'stage-bought': both('Yours', 'Bought and charged.'),
  'stage-next-size': light('Yours, in the next size', 'The first choice was gone.'),
  'stage-action': dark('Fee payment failed', 'Bought, and the card was declined.'),
  'stage-closed': light('Not this time', 'Nothing was left at the retailer.'),
  'stage-withdrawn': light('Withdrawn on stage', 'It was withdrawn in its last minute.'),
  'stage-waiting': dark('Waiting for the retailer', 'The release is over, and nothing has come about this ticket yet.'),
};

const ARRIVALS = {
  'arrivals-sums': both('What became of its slots', 'The public page of a drop after its end.'),
  'arrivals-chart': light('Slots against stock', 'Until all slots were reserved; the steps are a table too.'),
  'arrivals-checked': dark('Checked', 'The browser has checked the proof, by itself.'),
  'arrivals-few': light('Few slots', 'Fewer than 20 were held: no sums are shown.'),
  'shared-by-owner': light('Shared by its owner', 'A link of the ticket, and its picture.'),
  'shared-ticket': both('A public ticket', 'What anybody sees who has the link.'),
  'shared-gone': dark('No such ticket', 'Its owner has removed the page.'),
};

const GUEST = {
  'guest-details': dark('Details', 'Where a guest says what is to be bought for whom.'),
  'guest-form': light('Ready to purchase', 'The details are there; the address is a PO box.'),
  'guest-done': both('Purchased', 'The ticket of a guest, who is led to their order.'),
  'guest-link': light('The mailed link', 'What a guest has instead of an orders page.'),
  'guest-withdrawn': dark('Withdrawn', 'Given back by the link.'),
  'guest-erased': light('Erased', 'The guest requested the erasure.'),
  'link-over': dark('A link that has ended', 'It was used, or its time is over.'),
  'fee-declined': both('Fee: another card', 'The card was declined; the amount and the deadline are at the button.'),
  'fee-authenticate': light('Fee: confirm it', 'The bank asks for a confirmation.'),
  'fee-refused': dark('Fee: refused again', 'The same card was used again.'),
  'fee-paid': light('Fee: paid', 'Another card paid it.'),
};

const ACCOUNT = {
  'login-refused': light('Login refused', 'Email or password is wrong.'),
  'login-ended': dark('Session ended', 'It ended elsewhere; login leads back to where it was.'),
  'reset-sent': dark('Reset link sent', 'A new password was requested.'),
  'reset-used': light('Used reset link', 'The link has set a password before: a new one is offered.'),
  'account-unverified': dark('Email not verified', 'The mailed link was not followed yet.'),
  'form-limits': light('Limits at their field', 'What was typed is too long or wrong.'),
  'profiles-none': dark('No profiles', 'None is saved yet.'),
  'account-erase': light('Erase?', 'What goes and what stays, before it is done.'),
  'account-erased': dark('Erased', 'The account is gone.'),
};

export const SHOP_AREAS = {
  'The board': BOARD,
  'The product': PRODUCT,
  'A slot is secured': SLOT,
  'The waiting list': LINE,
  Tickets: TICKET,
  'The minute of the drop': STAGE,
  Arrivals: ARRIVALS,
  'Guests and mailed links': GUEST,
  'The account': ACCOUNT,
};
