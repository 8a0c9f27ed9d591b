import { BROKEN, MISSED, type OnLiveEvent } from './live-topics.js';
import { REFUSED, type TabMessage, TabStreams, type Tabs } from './tab-streams.js';

const soon = () => Promise.resolve().then(() => Promise.resolve());

/** A browser whose tabs hear each other at once, and the server's streams as they are opened. */
class Browser {
  readonly streams: { by: string; topics: readonly string[]; hear: OnLiveEvent; isOpen: boolean }[] = [];
  private readonly members = new Map<object, { name: string; hear: (message: TabMessage) => void }>();
  private readonly candidates: { name: string; onElected: () => void }[] = [];

  tabs(): Tabs {
    return {
      join: (name, hear) => {
        const self = {};
        this.members.set(self, { name, hear });
        const post = (message: TabMessage) => {
          for (const [member, other] of [...this.members]) {
            if (member !== self && other.name === name) other.hear(structuredClone(message));
          }
        };
        return { post, close: () => void this.members.delete(self) };
      },
      elect: (name, onElected) => {
        const own = { name, onElected };
        this.candidates.push(own);
        if (this.first(name) === own) onElected();
        return () => {
          const led = this.first(name) === own;
          this.candidates.splice(this.candidates.indexOf(own), 1);
          if (led) this.first(name)?.onElected();
        };
      },
    };
  }

  private first(name: string) {
    return this.candidates.find((candidate) => candidate.name === name);
  }

  /** What should not happen. */
  electAll() {
    for (const { onElected } of this.candidates.toReversed()) onElected();
  }

  open(by: string, name = 'ada') {
    const tab = new TabStreams(
      async (topics, signal, hear) => {
        const stream = { by, topics, hear, isOpen: true };
        this.streams.push(stream);
        signal.addEventListener('abort', () => {
          stream.isOpen = false;
        });
      },
      by,
      this.tabs(),
    );
    tab.enter(name);
    return tab;
  }

  /** Those that are open. */
  held() {
    return this.streams.filter(({ isOpen }) => isOpen).map(({ by, topics }) => `${by}: ${topics.join(' ')}`);
  }

  say(event: string, data: unknown = null) {
    this.streams.findLast(({ isOpen }) => isOpen)?.hear({ event, data });
  }
}

/** What a tab hears of a topic. */
function hears(tab: TabStreams, topic: string) {
  const received: string[] = [];
  const stop = tab.follow(topic, ({ event, data }) =>
    received.push(data === null ? event : `${event} ${JSON.stringify(data)}`),
  );
  return { received, stop };
}

const slots = (productId: string, reserved: number) => ['slots', { productId, reserved }] as const;

describe('tabs of one browser', () => {
  it('share one stream of all that they follow, and each receives what concerns it', async () => {
    const browser = new Browser();
    const pages = Array.from({ length: 8 }, (_, n) => hears(browser.open(`tab ${n}`), `product:p${n}`));
    await soon();
    expect(browser.held()).toEqual([`tab 0: ${pages.map((_, n) => `product:p${n}`).join(' ')}`]);
    browser.say(MISSED);
    browser.say(...slots('p7', 3));
    expect(pages[7]?.received).toEqual([MISSED, 'slots {"productId":"p7","reserved":3}']);
    expect(pages[0]?.received).toEqual([MISSED]);
    browser.say(BROKEN);
    expect(pages.map(({ received }) => received.at(-1))).toEqual(pages.map(() => BROKEN));
  });

  it('go on with the stream of another one when the tab that holds it is closed or hidden', async () => {
    const browser = new Browser();
    const [one, two, three] = [browser.open('one'), browser.open('two'), browser.open('three')];
    const [first, , third] = [hears(one, 'shop'), hears(two, 'orders'), hears(three, 'shop')];
    await soon();
    browser.say(MISSED);
    one.setHidden(true);
    expect(browser.held()).toEqual(['two: orders shop']);
    expect(third.received).toEqual([MISSED, BROKEN]);
    browser.say(MISSED);
    browser.say('products', []);
    // a hidden tab hears it as well, as long as another one is seen
    expect(first.received).toEqual([MISSED, BROKEN, MISSED, 'products []']);
    two.leave();
    expect(browser.held()).toEqual(['three: shop']);
  });

  it('hold none while all of them are hidden; the one that comes back learns that it missed something', async () => {
    const browser = new Browser();
    const tabs = [browser.open('one'), browser.open('two')];
    const [, second] = tabs.map((tab) => hears(tab, 'orders'));
    await soon();
    browser.say(MISSED);
    for (const tab of tabs) tab.setHidden(true);
    expect(browser.held()).toEqual([]);
    tabs[1]?.setHidden(false);
    expect(browser.held()).toEqual(['two: orders']);
    browser.say(MISSED);
    expect(second?.received).toEqual([MISSED, BROKEN, MISSED]);
  });

  it('receive what was sent before by the stream that stands when they come', async () => {
    const browser = new Browser();
    hears(browser.open('one'), 'product:a');
    await soon();
    browser.say(MISSED);
    browser.say(...slots('a', 1));
    browser.say('progress', { productId: 'a', due: 4 });
    browser.say(...slots('a', 2));
    const late = hears(browser.open('two'), 'product:a');
    await soon();
    expect(late.received).toEqual([
      MISSED,
      'progress {"productId":"a","due":4}',
      'slots {"productId":"a","reserved":2}',
    ]);
    expect(browser.streams).toHaveLength(1);
  });

  it('hold one again after an election that two of them won', async () => {
    const browser = new Browser();
    const [one, two] = [browser.open('one'), browser.open('two')];
    const [first] = [hears(one, 'shop'), hears(two, 'shop')];
    await soon();
    browser.say(MISSED);
    browser.electAll();
    expect(browser.held()).toEqual(['one: shop', 'two: shop']);
    browser.say(MISSED);
    expect(browser.held()).toEqual(['two: shop']);
    browser.say('products', []);
    expect(first?.received.at(-1)).toBe('products []');
  });

  it('hear nothing of another session, and have a stream each', async () => {
    const browser = new Browser();
    const hers = browser.open('hers', 'ada');
    const his = hears(browser.open('his', 'bob'), 'orders');
    const received = hears(hers, 'orders');
    await soon();
    expect(browser.held()).toEqual(['his: orders', 'hers: orders']);
    browser.say('order', { orderId: 'ada-1' });
    expect(his.received).toEqual([]);
    hers.enter('guest');
    expect(received.received).toEqual(['order {"orderId":"ada-1"}']);
    expect(browser.streams.map(({ isOpen }) => isOpen)).toEqual([true, false, true]);
  });
});

describe('a stream', () => {
  it('is opened anew for what it does not cover, and not for less; nothing is held where nothing is followed', async () => {
    const browser = new Browser();
    const tab = browser.open('one');
    const shop = hears(tab, 'shop');
    await soon();
    const product = hears(tab, 'product:a');
    await soon();
    product.stop();
    await soon();
    expect(browser.streams.map(({ topics }) => topics)).toEqual([['shop'], ['shop', 'product:a']]);
    shop.stop();
    await soon();
    expect(browser.held()).toEqual([]);
  });

  it('that does not cover one topic is reported to who follows that one alone', async () => {
    const browser = new Browser();
    const tab = browser.open('one');
    const [shop, gone] = [hears(tab, 'shop'), hears(tab, 'product:gone')];
    await soon();
    browser.say(MISSED);
    browser.say(REFUSED, { topic: 'product:gone', code: 'not-found' });
    expect([shop.received, gone.received]).toEqual([[MISSED], [MISSED, BROKEN]]);
  });

  it('is held by each tab where a browser has no channels', async () => {
    const browser = new Browser();
    const tab = browser.open('one');
    tab.enter('ada', {
      join: () => {
        throw new Error('SecurityError');
      },
      elect: () => () => {},
    });
    hears(tab, 'shop');
    await soon();
    expect(browser.held()).toEqual(['one: shop']);
  });
});
