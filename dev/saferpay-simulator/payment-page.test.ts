import { expect, test } from 'vitest';
import { minutes } from '#src/kernel/time.ts';
import { ibanByAmount, ibanThatPays, testCards } from './test-cards.ts';
import { type Body, startTest } from './testing.ts';

type Sim = Awaited<ReturnType<typeof startTest>>;

/** Opens the page as a browser does and answers the address of its steps. */
async function open(sim: Sim, over: Body, language = 'de') {
  const { token, page } = await sim.begin(over);
  const opening = await sim.visit(page, undefined, language);
  expect(opening.status).toBe(302);
  const self = opening.headers.get('location') ?? '';
  const shown = await sim.visit(self, undefined, language);
  return { token, page, self, shown, html: await shown.text() };
}

const filled = (number: string, over: Record<string, string> = {}) => ({
  method: number.startsWith('9010') ? 'VISA' : 'MASTERCARD',
  number,
  expiry: '12/30',
  cvc: '123',
  holder: 'Ana Beispiel',
  do: 'pay',
  ...over,
});

const luhn = (number: string): boolean =>
  [...number].reverse().reduce((sum, digit, i) => {
    const twice = i % 2 ? Number(digit) * 2 : Number(digit);
    return sum + (twice > 9 ? twice - 9 : twice);
  }, 0) %
    10 ===
  0;

test('every test card has a right check digit', () => {
  expect(testCards).toHaveLength(18);
  expect(testCards.filter(({ number }) => !luhn(number))).toEqual([]);
});

test.each([
  ['de', 'Testzahlung, es wird kein Geld bewegt', '45,90\u00a0€', 'Wie möchtest du bezahlen?'],
  ['en', 'Test payment, no money is moved', '€45.90', 'How would you like to pay?'],
])('%s: amount, description, choice, and it says that it is a test', async (LanguageCode, sign, amount, question) => {
  const sim = await startTest();
  const other = LanguageCode === 'de' ? 'en' : 'de';
  const { html, shown, self } = await open(sim, { Payer: { LanguageCode } }, other);
  for (const text of [sign, amount, question, 'Stadtlauf 2026, Bestellung 1', 'Apple Pay', 'giropay', 'Mastercard'])
    expect(html).toContain(text);
  expect(html).toContain(`<html lang="${LanguageCode}">`);
  expect(html).not.toMatch(/<script|style="/);
  expect(html).toContain(`href="${self}?method=VISA"`);
  const policy = shown.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'; style-src 'self'");
  expect(policy).not.toContain('form-action');
  const style = /href="([^"]+\.css)"/.exec(html)?.[1] ?? '';
  const css = await sim.visit(style);
  expect(css.headers.get('content-type')).toContain('text/css');
  expect(css.headers.get('cache-control')).toContain('immutable');
});

test('a language that it does not speak is that of the browser', async () => {
  const sim = await startTest();
  expect((await open(sim, { Payer: { LanguageCode: 'fr' } }, 'de-AT')).html).toContain('<html lang="de">');
  expect((await open(sim, { Payer: { LanguageCode: 'fr' } }, 'it')).html).toContain('<html lang="en">');
  expect((await open(sim, { Payer: { LanguageCode: 'de-CH' } }, 'it')).html).toContain('<html lang="de">');
});

test('only what was asked for is offered, and one method needs no choice', async () => {
  const sim = await startTest();
  const two = await open(sim, { PaymentMethods: ['VISA', 'EPS'], Wallets: [] });
  expect(two.html).toContain('eps');
  expect(two.html).not.toContain('Mastercard');
  expect(two.html).not.toContain('Apple Pay');
  const one = await open(sim, { PaymentMethods: ['VISA'], Wallets: ['APPLEPAY'] });
  expect(one.html).toContain('name="number"');
  const wallet = await open(sim, { Wallets: ['GOOGLEPAY'] });
  expect(wallet.html).toContain('Test von Google Pay');
});

test('the address opens once; its own steps can be loaded again', async () => {
  const sim = await startTest();
  const { page, self } = await open(sim, {});
  expect((await sim.visit(page)).headers.get('location')).toBe(`${sim.shop.url}/return?a=1`);
  expect((await sim.visit(self)).status).toBe(200);
  expect((await sim.visit(`${self}?method=VISA`)).status).toBe(200);
  expect((await sim.visit(page.replace('17654321', '17654322'))).status).toBe(404);
  expect((await sim.visit('/vt2/page/nobody')).status).toBe(404);
  expect((await sim.visit(self, { do: 'nonsense', method: 'VISA' })).status).toBe(422);
  sim.advance(minutes(21));
  const late = await sim.visit(self);
  expect(late.status).toBe(410);
  expect(await late.text()).toContain(`href="${sim.shop.url}/return?a=1"`);
  expect((await sim.visit(self, filled('9010003150000001'))).status).toBe(410);
});

test('a click fills in a card; wrong fields are named and what was typed stays', async () => {
  const sim = await startTest();
  const { self, html, token } = await open(sim, { PaymentMethods: ['VISA'] });
  const links = [...html.matchAll(/href="([^"]*card=[^"]*)"/g)].map(([, link]) => link?.replaceAll('&amp;', '&') ?? '');
  expect(links).toHaveLength(9);
  const picked = await (await sim.visit(links[0] ?? '')).text();
  expect(picked).toContain('value="9010 0031 5000 0001"');
  const wrong = await sim.visit(self, {
    ...filled('4111111111111111'),
    expiry: '13/30',
    cvc: '1',
    holder: ' ',
  });
  const text = await wrong.text();
  expect(wrong.status).toBe(422);
  for (const name of ['number', 'expiry', 'cvc', 'holder']) expect(text).toContain(`id="wrong-${name}"`);
  expect(text).toContain('value="4111111111111111"');
  expect(await (await sim.visit(self, filled('9030003150000007', { method: 'VISA' }))).text()).toContain('passt nicht');
  expect((await sim.visit(self, filled('9010003150000001', { expiry: '12/25' }))).status).toBe(422);
  expect((await sim.visit(self, filled('9010 0031 5000 0001', { expiry: '01/2026' }))).status).toBe(302);
  expect((await sim.assert(token)).body.PaymentMeans).toMatchObject({
    Card: { MaskedNumber: '901000xxxxxx0001', ExpYear: 2026, ExpMonth: 1, HolderName: 'Ana Beispiel' },
  });
});

const amountOf = (Value: string): Body => ({
  Payment: { Amount: { Value, CurrencyCode: 'EUR' }, Description: 'Test', OrderId: 'RX-2-1' },
});
const liability = (shift: boolean, authenticated: boolean, kind: string): Body => ({
  LiabilityShift: shift,
  LiableEntity: shift ? 'THREEDS' : 'MERCHANT',
  ThreeDs: { Authenticated: authenticated, AuthenticationType: kind },
});
test.each([
  ['frictionless', '4590', false, liability(true, true, 'FRICTIONLESS')],
  ['challenge', '4590', true, liability(true, true, 'STRONG_CUSTOMER_AUTHENTICATION')],
  ['attempted', '4590', true, liability(true, false, 'ATTEMPT')],
  ['noShift', '4590', false, liability(false, true, 'FRICTIONLESS')],
  ['failedButAuthorised', '4590', false, liability(false, false, 'NONE')],
  ['byAmount', '4500', false, liability(true, true, 'FRICTIONLESS')],
  ['byAmount', '4501', false, liability(false, true, 'FRICTIONLESS')],
] as const)('cards "%s", amount %s: authorized', async (rule, value, isChallenged, Liability) => {
  const sim = await startTest();
  for (const { number, brand } of testCards.filter((card) => card.rule === rule)) {
    const { token, self } = await open(sim, { PaymentMethods: [brand], ...amountOf(value) });
    let left = await sim.visit(self, filled(number));
    if (isChallenged) {
      expect(left.headers.get('location')).toBe(self);
      expect(await (await sim.visit(self)).text()).toContain('Zahlung bestätigen');
      left = await sim.visit(self, { do: 'confirm' });
    }
    expect(left.headers.get('location')).toBe(`${sim.shop.url}/return?a=1`);
    expect((await sim.assert(token)).body).toMatchObject({
      Transaction: { Status: 'AUTHORIZED', Amount: { Value: value } },
      PaymentMeans: {
        Brand: { PaymentMethod: brand },
        Card: { MaskedNumber: `${number.slice(0, 6)}xxxxxx${number.slice(-4)}` },
      },
      Liability,
    });
  }
});

test.each([
  ['failed3ds', '4590', '3DS_AUTHENTICATION_FAILED', undefined],
  ['declined', '4590', 'TRANSACTION_DECLINED', '05'],
  ['byAmount', '4551', 'TRANSACTION_DECLINED', '51'],
  ['byAmount', '4503', 'TRANSACTION_DECLINED', '03'],
  ['softDecline', '4590', 'PAYER_AUTHENTICATION_REQUIRED', undefined],
] as const)('cards "%s", amount %s: %s', async (rule, value, ErrorName, ProcessorResult) => {
  const sim = await startTest();
  for (const { number, brand } of testCards.filter((card) => card.rule === rule)) {
    const { token, self } = await open(sim, { PaymentMethods: [brand], ...amountOf(value) });
    expect((await sim.visit(self, filled(number))).status).toBe(302);
    const { body } = await sim.assert(token);
    expect({ name: body.ErrorName, result: body.ProcessorResult }).toEqual({
      name: ErrorName,
      result: ProcessorResult,
    });
    expect(body.OrderId).toBe('RX-2-1');
  }
  await sim.simulator.settled();
  expect(sim.shop.heard).toEqual(['/notify?r=fail', '/notify?r=fail']);
});

test('a confirmation that fails ends the payment', async () => {
  const sim = await startTest();
  const { token, self } = await open(sim, { PaymentMethods: ['VISA'] });
  await sim.visit(self, filled('9010004950000001'));
  expect((await sim.visit(self, { do: 'refuse' })).headers.get('location')).toContain('/return');
  expect((await sim.assert(token)).body.ErrorName).toBe('3DS_AUTHENTICATION_FAILED');
});

test.each([
  ['pay', 200, { Transaction: { Status: 'CAPTURED' } }, ['/notify?r=success']],
  ['decline', 402, { ErrorName: 'TRANSACTION_DECLINED' }, ['/notify?r=fail']],
  ['pending', 200, { Transaction: { Status: 'PENDING' } }, []],
  ['abort', 402, { ErrorName: 'TRANSACTION_ABORTED' }, ['/notify?r=fail']],
] as const)('the bank: %s', async (button, status, body, heard) => {
  const sim = await startTest();
  const { token, self } = await open(sim, { PaymentMethods: ['EPS'] });
  const left = await sim.visit(self, { method: 'EPS', do: button });
  expect(left.headers.get('location')).toBe(`${sim.shop.url}/return?a=1`);
  expect(await sim.assert(token)).toMatchObject({ status, body });
  // Who comes back to a page that has ended is sent on, and nothing happens twice.
  expect((await sim.visit(self, { method: 'EPS', do: 'pay' })).status).toBe(302);
  await sim.simulator.settled();
  expect(sim.shop.heard).toEqual(heard);
});

test('the bank: who closes the window is not sent back, but the shop is told', async () => {
  const sim = await startTest();
  const { token, self } = await open(sim, { PaymentMethods: ['EPS'] });
  const left = await sim.visit(self, { method: 'EPS', do: 'close' });
  expect(left.status).toBe(200);
  expect(await left.text()).toContain('Du kannst dieses Fenster schließen');
  expect((await sim.visit(self)).status).toBe(200);
  await sim.simulator.settled();
  expect(sim.shop.heard).toEqual(['/notify?r=success']);
  expect((await sim.assert(token)).status).toBe(200);
});

test('a wallet: pay, or cancel', async () => {
  const sim = await startTest();
  const paid = await open(sim, { Wallets: ['APPLEPAY'] });
  await sim.visit(paid.self, { method: 'APPLEPAY', do: 'pay' });
  expect((await sim.assert(paid.token)).body.PaymentMeans).toMatchObject({ Wallet: 'APPLEPAY' });
  const canceled = await open(sim, { Wallets: ['APPLEPAY'] });
  await sim.visit(canceled.self, { method: 'APPLEPAY', do: 'abort' });
  expect((await sim.assert(canceled.token)).body.ErrorName).toBe('TRANSACTION_ABORTED');
});

test('a direct debit: only test accounts, one of which declines by the amount', async () => {
  const sim = await startTest();
  const pay = async (iban: string, value: string) => {
    const { token, self } = await open(sim, { PaymentMethods: ['DIRECTDEBIT'], ...amountOf(value) });
    const { status } = await sim.visit(self, { method: 'DIRECTDEBIT', iban, do: 'pay' });
    return { status, body: (await sim.assert(token)).body };
  };
  expect((await pay('AT611904300234573201', '100')).status).toBe(422);
  expect((await pay(ibanThatPays, '21051')).body).toMatchObject({
    Transaction: { Status: 'AUTHORIZED' },
    PaymentMeans: { BankAccount: { IBAN: ibanThatPays } },
  });
  expect((await pay(ibanByAmount, '21051')).body).toMatchObject({ ProcessorResult: '51' });
  expect((await pay(ibanByAmount, '21000')).body).toMatchObject({ Transaction: { Status: 'AUTHORIZED' } });
});

test('abort on every page leads back, in old versions to the address of its own', async () => {
  const sim = await startTest();
  sim.setVersion('1.31');
  const { self } = await open(sim, {});
  expect((await sim.visit(self, { do: 'abort' })).headers.get('location')).toBe(`${sim.shop.url}/abort`);
  expect((await sim.visit(self)).headers.get('location')).toBe(`${sim.shop.url}/abort`);
});

test('what was forced happens whatever is typed, but whoever aborts has aborted', async () => {
  const sim = await startTest();
  sim.simulator.misbehaviour.forceOutcomes('DECLINED', 'DECLINED');
  const [one, two] = [await open(sim, { PaymentMethods: ['VISA'] }), await open(sim, { PaymentMethods: ['VISA'] })];
  await sim.visit(one.self, filled('9010003150000001'));
  await sim.visit(two.self, { do: 'abort' });
  expect((await sim.assert(one.token)).body.ErrorName).toBe('TRANSACTION_DECLINED');
  expect((await sim.assert(two.token)).body.ErrorName).toBe('TRANSACTION_ABORTED');
});
