import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { fillAco } from '../support/aco.js';
import { expectOk } from '../support/api.js';
import { violationsInBothSchemes } from '../support/axe.js';
import { describeInBrowser } from '../support/browser.js';
import { StripeProcess } from '../support/emulator-processes.js';
import { freePort } from '../support/free-port.js';
import { CARDS, person } from '../support/people.js';
import { STRIPE_HOST, STRIPE_SCRIPT } from '../support/stripe-script.js';
import { Venue } from '../support/venue.js';
import type { Visitor } from '../support/visitor.js';

jest.setTimeout(180_000);
/** Chromium's line for a request without an answer */
const NO_ANSWER = /^Failed to load resource: net::ERR_/;
const PUBLISHABLE_KEY = 'pk_test_stories';

/** Without a publishable key no page may request another host. */
describeInBrowser('in the browser, with a publishable key', () => {
  let venue: Venue;
  let stripe: StripeProcess;
  let directory = '';

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'stripe-fields-'));
    const port = String(await freePort());
    const here = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` };
    stripe = await StripeProcess.start(directory, `${here.PUBLIC_URL}/api/webhooks/stripe`);
    const payments = { ...stripe.settings, CARD_RELAY: 'off', STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY };
    venue = await Venue.open({ ...here, ...payments }, [STRIPE_HOST]);
  });
  afterEach(async () => {
    expect(await venue?.clear()).toEqual([]);
  });
  afterAll(async () => {
    await venue?.close();
    await stripe?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it('a card that pays goes into Stripe’s fields, and only its token to us; the fee is charged with it', async () => {
    const product = 'Token Tee';
    const { productId } = await venue.drop({ productTitle: product, totalStock: 20 });
    const ivo = await venue.visitor(person(1));
    const sent: { path: string; body: string }[] = [];
    ivo.page.on('request', (request) => {
      const { hostname, pathname } = new URL(request.url());
      if (request.method() === 'POST') sent.push({ path: pathname, body: request.postData() ?? '' });
      if (hostname === STRIPE_HOST) sent.push({ path: hostname, body: '' });
    });
    await serveStripe(ivo);

    await ivo.signUp();
    expect(sent.map(({ path }) => path)).not.toContain(STRIPE_HOST);
    await ivo.setUp('4242424242424241', () =>
      ivo.page.getByRole('alert').getByText('Your card number is invalid.').waitFor(),
    );
    expect(await violationsInBothSchemes(ivo.page)).toEqual([]);
    await ivo.page.getByRole('textbox', { name: 'Card Number' }).fill(CARDS.pays);
    await ivo.press('Complete');
    await ivo.page.waitForURL('/signupcomplete');
    await ivo.page.getByRole('link', { name: 'Add a profile' }).click();
    await ivo.fillProfile('Home', ivo.who);
    await ivo.press('Add Credit Card');
    await ivo.fill('Full Name', ivo.who.name);
    await ivo.fillCard(CARDS.alsoPays);
    await ivo.press('Save Profile');
    await ivo.page.waitForURL('/user/profiles');
    await ivo.page.goto('/shop');
    await ivo.choose(product, 'M');
    await ivo.press('Secure Now');
    await ivo.page.waitForURL('/user/orders');
    await venue.release({ productId });
    await ivo.sees(product, 'Success');

    const billing = sent.filter(({ path }) => path === '/api/user/billing/set').at(-1);
    expect(JSON.parse(billing?.body ?? '')).toMatchObject({ token: 'tok_visa' });
    expect(sent.filter(({ path }) => path === '/api/user/billing/genToken')).toEqual([]);
    expect(sent.filter(({ body }) => body.includes(CARDS.pays) || body.includes(CARDS.alsoPays))).toEqual([]);
    const paid = (await stripe.ledger()).charges.map(({ status }) => status);
    expect(paid).toEqual(['succeeded']);
  });

  it('a guest pays with a token too, whose card is accepted by Stripe’s data', async () => {
    const product = 'Guest Token Tee';
    const { productId } = await venue.drop({ productTitle: product, totalStock: 20 });
    const jude = await venue.visitor(person(3));
    await serveStripe(jude);

    await jude.page.goto(`/purchase?productId=${productId}`);
    await jude.press('Set ACO Details');
    await fillAco(jude, jude.who);
    await jude.press('Save ACO Details');
    await jude.page.getByRole('dialog').waitFor({ state: 'detached' });
    const number = jude.page.getByRole('textbox', { name: 'Card Number' });
    const cardError = jude.page.locator('form').getByRole('alert');
    await number.fill('6759649826438453');
    await jude.press('Secure Slot, Fee $25.00');
    await cardError.getByText('We do not accept this type of card. Use another one.').waitFor();
    await number.fill('4767000000000005');
    await jude.page.getByText('Visa', { exact: true }).waitFor();
    await jude.press('Secure Slot, Fee $25.00');
    await cardError.getByText("Please make sure you've entered a valid card and try again.").waitFor();
    expect(await violationsInBothSchemes(jude.page)).toEqual([]);
    await number.fill(CARDS.pays);
    expect(await jude.page.evaluate('window.stripeAsked.at(-1).address_zip')).toBe(jude.who.address.zip);
    const bought = jude.page.waitForRequest('**/api/checkout/completeuser');
    await jude.press('Secure Slot, Fee $25.00');

    await jude.ticket(product).getByText('001').waitFor();
    expect((await bought).postDataJSON()).toMatchObject({ stripeToken: 'tok_visa' });
  });

  it('a guest pays with another card when the first one’s outcome is unknown', async () => {
    const product = 'Second Token Tee';
    const { productId } = await venue.drop({ productTitle: product, totalStock: 20 });
    const kira = await venue.visitor(person(4));
    await serveStripe(kira);
    await kira.page.goto(`/purchase?productId=${productId}`);
    await kira.press('Set ACO Details');
    await fillAco(kira, kira.who);
    await kira.press('Save ACO Details');
    await kira.page.getByRole('dialog').waitFor({ state: 'detached' });
    await kira.page.getByRole('textbox', { name: 'Card Number' }).fill(CARDS.pays);
    await kira.page.route('**/api/checkout/completeuser', (route) => route.abort('connectionreset'));
    await kira.press('Secure Slot, Fee $25.00');
    await kira.alert.getByText('No answer from the server.').waitFor();
    await kira.page.unroute('**/api/checkout/completeuser');
    const bought = kira.page.waitForRequest('**/api/checkout/completeuser');

    await kira.page.getByRole('textbox', { name: 'Card Number' }).fill(CARDS.alsoPays);
    await kira.press('Secure Slot, Fee $25.00');

    await kira.ticket(product).getByText('001').waitFor();
    expect((await bought).postDataJSON()).toMatchObject({ stripeToken: 'tok_mastercard' });
    expect((await venue.clear()).filter((complaint) => !NO_ANSWER.test(complaint))).toEqual([]);
  });

  it('our server accepts no card number for a token', async () => {
    const { stripePublishableKey } = await expectOk(
      venue.server.anyone.get<{ stripePublishableKey: string }>('/api/settings'),
    );

    const refused = venue.shopper(person(2));

    expect(stripePublishableKey).toBe(PUBLISHABLE_KEY);
    await expect(refused).rejects.toThrow('card-relay-off');
  });
});

/** Answers for Stripe's host, which no test reaches. */
function serveStripe({ page }: Visitor): Promise<unknown> {
  return page.route(`https://${STRIPE_HOST}/**`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: STRIPE_SCRIPT }),
  );
}
