import { describe, expect, test } from 'vitest';
import { updatePrice } from '#modules/events/index.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { makeVoucher } from '#modules/vouchers/testing.ts';
import { testShop } from '#tests/support/shop.ts';

/** What a refused price says, to somebody who reads it and to a program. */
type Refused = { code: string; message: string; details: Record<string, unknown> };

async function quoting() {
  const shop = await testShop();
  const race = await shop.deps.write(async (work) => {
    const race = await makeRace(work);
    await makeVoucher(work, race.eventId, 'WEG', { useType: 'single', used: true });
    await makeVoucher(work, race.eventId, 'ZU', { deactivated: true });
    await makeVoucher(work, race.eventId, 'EINMAL', { useType: 'single' });
    return race;
  });
  const quoteOf = (change: Record<string, unknown>, language = 'de') =>
    shop.visitor().json<Refused>('POST', `/api/events/${race.eventId}/quote`, bookingOf(race, [runner()], change), {
      'accept-language': language,
    });
  const onlyWithVoucher = (priceId: number) =>
    shop.deps.write((work) => updatePrice(work, priceId, { onlyBuyableWithVoucher: true }));
  return { race, quoteOf, onlyWithVoucher };
}

describe('the message of a refused code fits its reason', () => {
  test.each([
    ['used', [{ code: 'weg' }], 'Dieser Gutschein wurde schon eingelöst.', 'This voucher has already been used.'],
    ['deactivated', [{ code: 'zu' }], 'Dieser Gutschein wurde gesperrt.', 'This voucher has been blocked.'],
    [
      'sentTwice',
      [{ code: 'EINMAL' }, { code: 'ein mal' }],
      'Dieser Gutschein zählt nur einmal, ist hier aber zweimal angegeben.',
      'This voucher counts only once, but it was entered twice here.',
    ],
  ])('%s', async (reason, appliedVouchers, german, english) => {
    const { quoteOf } = await quoting();
    const refused = { code: 'INVALID_VOUCHER_STATUS', details: { reason } };
    expect((await quoteOf({ appliedVouchers })).body).toMatchObject({ ...refused, message: german });
    expect((await quoteOf({ appliedVouchers }, 'en')).body).toMatchObject({ ...refused, message: english });
  });

  test('a ticket for voucher holders says what it needs', async () => {
    const { race, quoteOf, onlyWithVoucher } = await quoting();
    await onlyWithVoucher(race.runPriceId);
    expect((await quoteOf({}, 'en')).body).toMatchObject({
      code: 'TICKET_NOT_AVAILABLE',
      message: 'This ticket can only be bought with a voucher.',
      details: { reason: 'onlyBuyableWithVoucher' },
    });
    expect((await quoteOf({ appliedVouchers: [{ code: 'EINMAL' }] })).status).toBe(200);
  });

  test('a target that does not fit is not called a basket without anything fitting', async () => {
    const { quoteOf } = await quoting();
    const { body } = await quoteOf({ appliedVouchers: [{ code: 'EINMAL', participantLocalId: 'nobody' }] }, 'en');
    expect(body).toMatchObject({
      code: 'INVALID_VOUCHER_TARGET',
      message: 'This voucher does not fit the person or article it was entered for.',
    });
  });
});

test('a price with an old price of the protection is refused, with what it would be', async () => {
  const { race, quoteOf } = await quoting();
  const protectedFor = (price: number) => ({ cancellationProtections: [{ id: race.protectionId, price }] });
  expect((await quoteOf(protectedFor(500))).status).toBe(200);
  const { status, body } = await quoteOf(protectedFor(400));
  expect([status, body.code, body.details]).toEqual([
    409,
    'NOT_MATCHING_ORDER_TOTAL',
    { totalPrice: 3650, cancellationProtectionId: race.protectionId, price: 500, sentPrice: 400 },
  ]);
});
