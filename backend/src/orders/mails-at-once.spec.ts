import { MailBench } from '@supreme-access/test/fixtures/mail-bench.js';

let bench: MailBench;
beforeEach(async () => {
  bench = await MailBench.open();
});
afterEach(() => bench.close());

async function orderWithMail(): Promise<string> {
  const { orderId } = await bench.order();
  await bench.ask(orderId);
  return orderId;
}

it('mails are composed and claimed only once they can be sent', async () => {
  const orders = await Promise.all(Array.from({ length: 6 }, orderWithMail));
  const { mailing, transport, orderMails, commands } = bench.process();
  const [compose, send] = [orderMails.compose.bind(orderMails), transport.send.bind(transport)];
  let [composed, begun] = [0, 0];
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  orderMails.compose = async (name) => {
    const mail = await compose(name);
    composed += 1;
    return mail;
  };
  const areBusy = new Promise<void>((resolve) => {
    transport.send = async (letter) => {
      begun += 1;
      if (begun === transport.atOnce) resolve();
      await opened;
      return send(letter);
    };
  });
  const claims = async () => {
    const types = await Promise.all(orders.map((orderId) => bench.types(orderId)));
    return types.flat().filter((type) => type === 'MailClaimed').length;
  };

  expect([transport.atOnce, mailing.concurrency]).toEqual([4, 8]);
  const working = bench.work({ mailing, transport, orderMails, commands });
  await areBusy;
  await bench.settled();
  expect([composed, await claims()]).toEqual([4, 4]);
  open();
  expect(await working).toEqual([]);
  expect([await claims(), bench.smtp.taken.length]).toEqual([6, 6]);
});
