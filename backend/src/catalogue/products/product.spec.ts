import { sizesOf } from '@supreme-access/contract/limits.js';
import { AT, decisions, HOUR, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import {
  cancelled,
  create,
  created,
  delisted,
  edited,
  facts,
  finished,
  ID,
  notified,
  RELEASE,
  released,
  reserved,
  started,
} from '@supreme-access/test/fixtures/product.js';
import {
  CancelDrop,
  DelistProduct,
  EditProduct,
  FinishRelease,
  NotifyHolders,
  type ProductFacts,
  product,
  StartRelease,
} from './product.js';
import { stylesOf } from './product-form.js';

const { given, fold } = decisions(product);
const edit = (changes: Partial<ProductFacts>) => new EditProduct(ID, changes, metadata);
const delist = (openOrders = 0) => new DelistProduct(ID, { openOrders }, metadata);
const start = (by: 'clock' | 'hand') => new StartRelease(ID, { by }, metadata);
const finish = new FinishRelease(ID, {}, metadata);
const cancel = new CancelDrop(ID, { reason: 'the brand called it off' }, metadata);

describe('creating a product', () => {
  it('lists it', () => given().when(create()).makes(created()));
  it('twice lists it once', () => given().when(create()).onlyOnce());
  it('with a release in the past is refused', () =>
    given()
      .when(create({ releaseAt: AT }))
      .refused('release-past', 'invalid'));
  it('whose reservations close after the release is refused', () =>
    given()
      .when(create({ reservationClosesAt: RELEASE + 1 }))
      .refused('closing-after-release', 'invalid'));
  it('whose reservations close as it is released is fine', () =>
    given()
      .when(create({ reservationClosesAt: RELEASE }))
      .makes(created({ reservationClosesAt: RELEASE })));
  it('that is released by hand may close its reservations at any time', () =>
    given()
      .when(create({ releaseAt: null, reservationClosesAt: AT + 1 }))
      .makes(created({ releaseAt: null, reservationClosesAt: AT + 1 })));
  it('a millisecond before its release is fine', () =>
    given()
      .when(create({ releaseAt: AT + 1 }))
      .makes(created({ releaseAt: AT + 1 })));
  it('that was delisted does not list it again', () => given(created(), delisted).when(create()).nothing());
});

describe('editing a version of a product', () => {
  const editOf = (version: number, changes: Partial<ProductFacts>) => new EditProduct(ID, changes, metadata, version);

  it('that is the last one changes it', () =>
    given(created(), edited({ price: 4_000 }))
      .when(editOf(2, { totalStock: 9 }))
      .makes(edited({ totalStock: 9 })));
  it('that others have edited since is refused, whatever they changed', () =>
    given(created(), edited({ price: 4_000 }))
      .when(editOf(1, { totalStock: 9 }))
      .refused('conflict', 'conflict'));
  it('into what others have made of it meanwhile is fine: there is nothing left to do', () =>
    given(created(), edited({ price: 4_000 }))
      .when(editOf(1, { price: 4_000 }))
      .nothing());
  it('stays the last one whatever happens to its slots and its release', () =>
    given(created(), reserved(1), released(1), started())
      .when(editOf(1, { productTitle: 'Hoodie' }), RELEASE)
      .makes(edited({ productTitle: 'Hoodie' })));
});

describe('editing a product', () => {
  it('records what changes and nothing else', () =>
    given(created())
      .when(edit({ productTitle: 'Box Hoodie', price: 4_000, styles: ['Stone', 'Ink'] }))
      .makes(edited({ price: 4_000 })));
  it('twice changes it once', () =>
    given(created())
      .when(edit({ totalStock: 9 }))
      .onlyOnce());
  it('that is unknown is refused', () => given().when(edit({})).refused('not-found', 'not-found'));
  it('that was delisted is refused', () =>
    given(created(), delisted)
      .when(edit({ price: 1 }))
      .refused('delisted', 'conflict'));
  it('below the slots that are held is refused', () =>
    given(created(), reserved(1), reserved(2))
      .when(edit({ totalStock: 1 }))
      .refused('stock-below-reserved', 'conflict'));
  it('down to the slots that are held is fine', () =>
    given(created(), reserved(1))
      .when(edit({ totalStock: 1 }))
      .makes(edited({ totalStock: 1 })));
  it('moves its release', () =>
    given(created())
      .when(edit({ releaseAt: RELEASE + HOUR }))
      .makes(edited({ releaseAt: RELEASE + HOUR })));
  it.each([AT - 1, AT])('moves its release into the past never, nor to this moment: %i', (releaseAt) =>
    given(created()).when(edit({ releaseAt })).refused('release-past', 'invalid'),
  );
  it('cannot move a release that has started', () =>
    given(created(), started())
      .when(edit({ releaseAt: RELEASE + HOUR }), RELEASE)
      .refused('release-started', 'conflict'));
  it('can still correct the title of one that has started, its times as they are', () =>
    given(created(), started())
      .when(edit({ productTitle: 'Hoodie', releaseAt: RELEASE, reservationClosesAt: null }), RELEASE)
      .makes(edited({ productTitle: 'Hoodie' })));
  it('never moves the end of its reservations beyond its release', () =>
    given(created())
      .when(edit({ reservationClosesAt: RELEASE + 1 }))
      .refused('closing-after-release', 'invalid'));
  it('never moves its release before the end of its reservations', () =>
    given(created({ reservationClosesAt: RELEASE }))
      .when(edit({ releaseAt: RELEASE - 1 }))
      .refused('closing-after-release', 'invalid'));
  it('may leave its release to whoever starts it by hand', () =>
    given(created())
      .when(edit({ releaseAt: null, releaseTz: null }))
      .makes(edited({ releaseAt: null, releaseTz: null })));
  it.each([{ releaseTz: 'Europe/Oslo' }, { reservationClosesAt: RELEASE - 1 }, { releaseAt: null }])(
    'cannot change %j of a drop that was cancelled',
    (changes) => given(created(), cancelled()).when(edit(changes)).refused('release-started', 'conflict'),
  );
  it('says of a cancelled drop that it was cancelled', () => {
    const edited = () => product.decide(edit({ releaseAt: RELEASE + HOUR }), fold(created(), cancelled()), AT);
    expect(edited).toThrow('This drop was cancelled.');
  });
  it('can correct the title of a release that is due and has not started', () =>
    given(created())
      .when(edit({ productTitle: 'Hoodie' }), RELEASE + 1)
      .makes(edited({ productTitle: 'Hoodie' })));
  it('can lower the stock to nothing that is held, once slots were given back', () =>
    given(created(), reserved(1), reserved(2), released(1))
      .when(edit({ totalStock: 1 }))
      .makes(edited({ totalStock: 1 })));
  it('says nothing of lists that are as they were', () =>
    given(created())
      .when(edit({ tags: ['new'], styles: ['Stone', 'Ink'] }))
      .nothing());
  it('records a list in another sequence', () =>
    given(created())
      .when(edit({ styles: ['Ink', 'Stone'] }))
      .makes(edited({ styles: ['Ink', 'Stone'] })));
});

describe('delisting a product', () => {
  it('takes it out of the shop', () => given(created()).when(delist()).makes(delisted));
  it('twice does so once', () => given(created()).when(delist()).onlyOnce());
  it('with open orders is refused', () => given(created()).when(delist(1)).refused('open-orders', 'conflict'));
  it('with a held slot is refused, whatever the read model has counted', () =>
    given(created(), reserved()).when(delist(0)).refused('open-orders', 'conflict'));
  it('during its release is refused', () =>
    given(created(), started()).when(delist()).refused('open-orders', 'conflict'));
  it('after its release is fine', () =>
    given(created(), reserved(), started(1), finished()).when(delist()).makes(delisted));
  it('whose slots were all given back is fine', () =>
    given(created(), reserved(), released()).when(delist()).makes(delisted));
  it('whose drop was cancelled is fine once its orders are closed', () =>
    given(created(), reserved(), cancelled(1)).when(delist()).makes(delisted));
  it('whose drop was cancelled with an order still open is refused', () =>
    given(created(), reserved(), cancelled(1)).when(delist(1)).refused('open-orders', 'conflict'));
  it('after its release with an order still open is refused', () =>
    given(created(), reserved(), started(1), finished()).when(delist(1)).refused('open-orders', 'conflict'));
  it('that is unknown is refused', () => given().when(delist()).refused('not-found', 'not-found'));
});

describe('starting a release', () => {
  it('by the clock closes reservations for good and fixes what is due', () =>
    given(created(), reserved(1), reserved(2), released(2)).when(start('clock'), RELEASE).makes(started(1)));
  it('by the clock before its time does nothing', () =>
    given(created())
      .when(start('clock'), RELEASE - 1)
      .nothing());
  it('by the clock without a time does nothing', () =>
    given(created({ releaseAt: null }))
      .when(start('clock'), RELEASE)
      .nothing());
  it('by the clock twice starts it once', () => given(created(), started()).when(start('clock'), RELEASE).nothing());
  it('by hand starts it now', () =>
    given(created())
      .when(start('hand'))
      .makes({
        type: 'ReleaseStarted',
        data: { by: 'hand', releaseAt: AT, startedAt: AT, closesAt: AT + 72 * HOUR, due: 0 },
      }));
  it('late keeps the time it was announced for, and 72 hours from when it really started', () =>
    given(created(), reserved())
      .when(start('clock'), RELEASE + HOUR)
      .makes({
        type: 'ReleaseStarted',
        data: {
          by: 'clock',
          releaseAt: RELEASE,
          startedAt: RELEASE + HOUR,
          closesAt: RELEASE + 73 * HOUR,
          due: 1,
        },
      }));
  it('at the time it was moved to is by that time', () =>
    given(created(), edited({ releaseAt: RELEASE + HOUR }))
      .when(start('clock'), RELEASE)
      .nothing());
  it.each([
    ['delisted', delisted],
    ['cancelled', cancelled()],
  ])('of a product that was %s does nothing by the clock, and is refused by hand', (_, ended) => {
    given(created(), ended).when(start('clock'), RELEASE).nothing();
    given(created(), ended).when(start('hand')).refused('release-started', 'conflict');
  });
  it('by hand twice is refused', () =>
    given(created(), started()).when(start('hand'), RELEASE).refused('release-started', 'conflict'));
  it('of a cancelled drop is refused', () =>
    given(created(), cancelled()).when(start('hand')).refused('release-started', 'conflict'));
  it('of an unknown product is refused', () => given().when(start('hand')).refused('not-found', 'not-found'));
});

describe('finishing a release', () => {
  it('records when', () => given(created(), started()).when(finish, RELEASE).makes(finished()));
  it('twice records it once', () => given(created(), started(), finished()).when(finish, RELEASE).nothing());
  it('that has not started does nothing', () => given(created()).when(finish).nothing());
  it('ends a cancelled drop too', () => given(created(), cancelled()).when(finish).makes(finished(AT)));
  it('of a cancelled drop twice records it once', () => given(created(), cancelled()).when(finish).onlyOnce());
  it('of an unknown product is refused', () => given().when(finish).refused('not-found', 'not-found'));
});

describe('cancelling a drop', () => {
  it('counts the slots it withdraws', () => given(created(), reserved()).when(cancel).makes(cancelled(1)));
  it('twice cancels it once', () => given(created()).when(cancel).onlyOnce());
  it('whose release has started is refused', () =>
    given(created(), started()).when(cancel, RELEASE).refused('release-started', 'conflict'));
  it('counts no slot that was given back before', () =>
    given(created(), reserved(1), reserved(2), released(1)).when(cancel).makes(cancelled(1)));
  it('of a product that was delisted is refused, and changes nothing', () =>
    given(created(), delisted).when(cancel).refused('release-started', 'conflict'));
  it('of an unknown product is refused', () => given().when(cancel).refused('not-found', 'not-found'));
});

describe('telling whoever holds a slot of a moved release', () => {
  const [moved, back] = [edited({ releaseAt: RELEASE + HOUR }), edited({ releaseAt: RELEASE })];
  const tell = (move: number) => new NotifyHolders(ID, { move, repricing: 0 }, metadata);
  it('records that they know the new time', () =>
    given(created(), reserved(), moved)
      .when(tell(1))
      .makes(notified(RELEASE + HOUR)));
  it('twice records it once', () => given(created(), moved).when(tell(1)).onlyOnce());
  it('of a move that another one has overtaken does nothing', () =>
    given(created(), moved, back).when(tell(1)).nothing());
  it('of each move in turn records each, also back and forth', () =>
    given(created(), moved, notified(RELEASE + HOUR), back)
      .when(tell(2))
      .makes(notified(RELEASE)));
  it('of one that is started by hand now records that it has no time', () =>
    given(created(), edited({ releaseAt: null }))
      .when(tell(1))
      .makes(notified(null)));
  it('of a release that was never moved does nothing', () =>
    given(created(), edited({ price: 1 }))
      .when(tell(0))
      .nothing());
  it('of an unknown product is refused', () => given().when(tell(1)).refused('not-found', 'not-found'));
});

describe('a product', () => {
  it('comes in all sizes, or in one', () => {
    expect(sizesOf({ sizeType: '' })).toEqual(['xs', 's', 'm', 'l', 'xl']);
    expect(sizesOf({ sizeType: 'OS' })).toEqual(['os']);
  });
  it('has its styles trimmed and each once, or the default one', () => {
    expect(stylesOf(' Ink, Stone ,,Ink')).toEqual(['Ink', 'Stone']);
    expect(stylesOf(' , ')).toEqual(['One Style']);
  });
  it('keeps its facts through whatever happens to its slots', () => {
    expect(fold(created(), reserved(1), released(1), edited({ price: 1 })).facts).toEqual({ ...facts, price: 1 });
  });
  it('remembers when its release was, and until when its orders are open', () => {
    expect(fold(created(), started(0), finished(RELEASE + HOUR))).toMatchObject({
      startedAt: RELEASE,
      releaseAt: RELEASE,
      closesAt: RELEASE + 72 * HOUR,
      finishedAt: RELEASE + HOUR,
    });
  });
  it('counts the moves of its release, and knows whether they were notified', () => {
    const moved = edited({ releaseAt: RELEASE + HOUR });
    expect(fold(created(), edited({ price: 1 })).moves).toEqual({ count: 0, notified: true, before: null });
    expect(fold(created(), moved).moves).toEqual({ count: 1, notified: false, before: RELEASE });
    expect(fold(created(), moved, notified(RELEASE + HOUR), edited({ releaseAt: null })).moves).toEqual({
      count: 2,
      notified: false,
      before: RELEASE + HOUR,
    });
    expect(fold(created(), moved, edited({ releaseAt: null })).moves.before).toBe(RELEASE);
  });
  it('is of a new version with each edit, and with nothing else', () => {
    expect(fold(created(), edited({ price: 1 }), reserved(), edited({ price: 2 }), started(1)).version).toBe(3);
  });
  it('is nothing before it is created, whatever is said of it', () => {
    expect(fold(edited({ price: 1 })).facts).toBeNull();
  });
});
