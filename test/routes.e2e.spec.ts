import { jest } from '@jest/globals';
import type { Request } from 'playwright-core';
import { violationsInBothSchemes } from './support/axe.js';
import { describeInBrowser } from './support/browser.js';
import { person } from './support/people.js';
import { Venue } from './support/venue.js';
import type { Visitor } from './support/visitor.js';

/** ms; each walk opens some three dozen screens, on a machine that may be busy */
jest.setTimeout(300_000);

const DROP = 'Route Nine Hoodie';

interface Screen {
  /** as the route table spells it */
  path: string;
  title: string;
  heading: string;
  access: 'public' | 'session';
  /** what is opened for a path with a parameter, or with a query */
  opens?: string;
}

const screen = (path: string, name: string, heading: string, access: Screen['access'], opens?: string): Screen => ({
  path,
  title: name ? `Supreme Access | ${name}` : 'Supreme Access',
  heading,
  access,
  ...(opens ? { opens } : {}),
});

const HOME = screen('/', '', 'Hold the slot. We make the drop.', 'public');
const LOGIN = screen('/login', 'Login', 'Login.', 'public');

/** Every screen there is, but those that belong to somebody: a product, a profile, a signed link. */
const SCREENS: readonly Screen[] = [
  HOME,
  { ...HOME, path: '/index' },
  screen('/purchase', DROP, DROP, 'public'),
  screen('/register', 'Register', 'Register.', 'public'),
  screen('/register', 'Register', 'You are invited.', 'public', '/register?token=an-invitation'),
  screen('/reset/:hash', 'Reset Password', 'Set a new password.', 'public', '/reset/no-real-hash'),
  screen('/forgot', 'Forgot Password', 'Forgot your password?', 'public'),
  screen('/erased', 'Erased', 'Your account is erased.', 'public'),
  screen('/terms', 'Privacy Policy', 'Privacy policy', 'public'),
  screen('/tts', 'Terms of Use', 'Terms of use', 'public'),
  screen('/verify', 'Check a Receipt', 'Check a receipt.', 'public'),
  screen('/how-it-works', 'How It Works', 'How it works', 'public'),
  screen('/demo', 'Demo', 'Watch a drop.', 'public'),
  screen('/action/:token', 'Your Order', 'This link has ended.', 'public', '/action/no.real.token'),
  screen('/shop', 'Shop', 'Shop', 'session'),
  screen('/step1', 'Setup 1/3', 'Who are you?', 'session'),
  screen('/signup1', 'Setup 1/3', 'Who are you?', 'session'),
  screen('/signup2', 'Setup 2/3', 'Where do you live?', 'session'),
  screen('/signup2old', 'Setup 2/3', 'Where do you live?', 'session'),
  screen('/signup3', 'Setup 3/3', 'Which card?', 'session'),
  screen('/cardForm', 'Card', 'Your card.', 'session'),
  screen('/signupcancel', 'Cancel Setup', 'Cancel Setup?', 'session'),
  screen('/signupcomplete', 'Setup Complete', 'Setup Complete', 'session'),
  screen('/user/account', 'Account', 'Account', 'session'),
  screen('/user/orders', 'Orders', 'No tickets yet.', 'session'),
  screen('/user/ordersTracked', 'Order Tracking', 'Track an order.', 'session'),
  screen('/user/profiles', 'Profiles', 'Profiles', 'session'),
  screen('/newProfile', 'New Profile', 'New profile.', 'session'),
  screen('/editProfile/:id', 'Edit Profile', 'No such profile.', 'session', '/editProfile/nobodys'),
  screen('/product', 'Product', 'No such product.', 'session'),
  screen('/creditCard', 'Credit Card', 'Credit card.', 'session'),
  screen('/EditCreditCard', 'Edit Credit Card', 'Edit credit card.', 'session'),
  screen('/dashboard', 'Dashboard', 'Dashboard', 'session'),
  screen('/bdashboard', 'Dashboard', 'Dashboard', 'session'),
  screen('/about', 'About', 'We make the drop.', 'session'),
  screen('*', 'Not Found', 'This platform does not exist.', 'session', '/nowhere'),
];
/** only for people who are not logged in */
const FOR_GUESTS: readonly Screen[] = [
  LOGIN,
  screen('/signup', 'Sign Up', 'Create your account.', 'public'),
  screen('/signup', 'Sign Up', 'Create your account.', 'public', '/signup?token=an-invitation'),
];

interface Seen {
  opened: string;
  at: string;
  title: string;
  headings: string[];
}

/** What somebody gets to see who opens this: once the heading that is expected is there, everything else is. */
async function open({ page, title }: Visitor, opened: string, heading: string): Promise<Seen> {
  await page.goto(opened);
  const awaited = title.filter({ hasText: heading }).waitFor();
  // what is there instead says more than a time-out
  await awaited.catch(() => undefined);
  const { pathname } = new URL(page.url());
  return { opened, at: pathname, title: await page.title(), headings: await title.allInnerTexts() };
}

const oneLine = (seen: Seen): Seen => ({ ...seen, headings: seen.headings.map((text) => text.replace(/\s+/g, ' ')) });
const pathOf = ({ opens, path }: Screen) => opens ?? path;
const shown = (screen: Screen, as: Screen = screen): Seen => ({
  opened: pathOf(screen),
  at: pathOf(as).split('?', 1)[0] ?? '',
  title: as.title,
  headings: [as.heading],
});

describeInBrowser('in the browser, every screen', () => {
  let venue: Venue;

  beforeAll(async () => {
    venue = await Venue.open();
    await venue.drop({ productTitle: DROP, totalStock: 20, styles: 'Ink, Stone' });
  });
  afterEach(async () => {
    expect(await venue?.clear()).toEqual([]);
  });
  afterAll(() => venue?.close());

  /** Opens screen after screen and has axe look at each that the visitor may see. */
  const walk = async (visitor: Visitor, screens: readonly Screen[], as: (screen: Screen) => Screen) => {
    const seen: Seen[] = [];
    const violations: string[] = [];
    for (const each of screens) {
      seen.push(oneLine(await open(visitor, pathOf(each), as(each).heading)));
      if (as(each) === each) violations.push(...(await violationsInBothSchemes(visitor.page)));
    }
    return { seen, violations };
  };

  it('is open to everybody, or sends people who are not logged in to login', async () => {
    const guest = await venue.visitor(person(1));
    const screens = [...SCREENS, ...FOR_GUESTS];
    const as = (each: Screen) => (each.access === 'public' ? each : LOGIN);

    const { seen, violations } = await walk(guest, screens, as);

    expect(seen).toEqual(screens.map((each) => shown(each, as(each))));
    expect(violations).toEqual([]);
  });

  it('is shown to people who are logged in, under its own title and heading; login and sign-up send them home', async () => {
    const ada = await venue.visitor(person(2));
    await venue.shopper(ada.who);
    await ada.page.goto('/login');
    await ada.logIn();
    await ada.page.waitForURL('/');
    const screens = [...SCREENS.filter(({ access }) => access === 'session'), ...FOR_GUESTS];
    const as = (each: Screen) => (FOR_GUESTS.includes(each) ? HOME : each);

    const { seen, violations } = await walk(ada, screens, as);

    expect(seen).toEqual(screens.map((each) => shown(each, as(each))));
    expect(violations).toEqual([]);
  });

  it('of somebody’s own product and profile is theirs, and logging out ends at login', async () => {
    const ben = await venue.visitor(person(3));
    await venue.shopper(ben.who);
    const { productId } = await venue.drop({ productTitle: 'Open Water Tee', totalStock: 20 });
    await ben.page.goto(`/product?productId=${productId}&promoCode=KEPT`);
    await ben.logIn();
    await ben.title.filter({ hasText: 'Open Water Tee' }).waitFor();
    expect(new URL(ben.page.url()).search).toBe(`?productId=${productId}&promoCode=KEPT`);
    const found = await violationsInBothSchemes(ben.page);

    await ben.page.goto('/user/profiles');
    await ben.page.getByRole('link', { name: 'Edit Info' }).click();
    await ben.title.filter({ hasText: 'Main Profile' }).waitFor();
    expect([await ben.page.title(), ...found, ...(await violationsInBothSchemes(ben.page))]).toEqual([
      'Supreme Access | Edit Profile',
    ]);

    expect(oneLine(await open(ben, '/logout', LOGIN.heading))).toEqual({ ...shown(LOGIN), opened: '/logout' });
    expect(await ben.page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  });

  it('of the shop comes, to a browser that has nothing of it yet, with at most 120 kB of JavaScript on the wire', async () => {
    const known = (await venue.arrival('/user/orders', person(5))).visitor;
    const session = await known.page.evaluate(() => localStorage.getItem('user') ?? '');
    const { page } = await venue.visitor(known.who);
    await page.addInitScript((text) => localStorage.setItem('user', text), session);
    const scripts: Request[] = [];
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('.js')) scripts.push(request);
    });

    await page.goto('/shop');
    await page.getByRole('button', { name: DROP }).waitFor();

    const sizes = await Promise.all(scripts.map((request) => request.sizes()));
    const sent = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    expect(sent).toBeGreaterThan(60_000);
    expect(sent).toBeLessThanOrEqual(120_000);
  });

  it('of the admins is an application of its own, and the dashboard leads there', async () => {
    const stranger = await venue.visitor(person(4));
    expect(await open(stranger, '/admin', 'Sign in')).toMatchObject({
      title: 'Supreme Access | Admin',
      headings: ['Sign in'],
    });
    const { page } = await venue.staff();

    await page.goto('/dashboard');

    await page.waitForURL('/admin/**');
    await page.getByRole('heading', { name: 'Latest orders' }).waitFor();
  });
});
