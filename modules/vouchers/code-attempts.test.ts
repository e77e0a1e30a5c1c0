import { expect, test } from 'vitest';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { instant } from '#src/kernel/time.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { makeVoucher } from './testing.ts';

async function begun() {
  const shop = await testShop();
  const { race, other } = await shop.deps.write(async (work) => {
    const race = await makeRace(work);
    const other = await makeRace(work);
    await makeVoucher(work, race.eventId, 'Sommer 10', { name: 'Sommer', unit: 'percentage', amount: 1050 });
    await makeVoucher(work, other.eventId, 'ANDERSWO');
    await makeVoucher(work, race.eventId, 'WEG', { useType: 'single', used: true });
    await makeVoucher(work, race.eventId, 'VORBEI', { validTo: instant(work.now - 1) });
    return { race, other };
  });
  const loggedIn = async (address: string): Promise<Caller> => {
    const visitor = shop.visitor({ address });
    await visitor.json('POST', '/api/auth/code/unauthenticated-login', {
      email: 'eva@example.test',
      eventId: race.eventId,
    });
    return visitor;
  };
  return { shop, race, other, loggedIn };
}

test('a code is answered to guests by the contract, whatever its state, and refused by its reason', async () => {
  const { shop, race } = await begun();
  const guest = shop.visitor();
  const ask = (code: string) =>
    guest.json<Record<string, unknown>>('GET', `/api/events/${race.eventId}/vouchers/${code}`);
  expect((await ask('sommer10')).body).toMatchObject({
    voucher: { code: 'Sommer 10', name: 'Sommer', amount: 10.5, unit: 'percentage', status: 'ready', articleId: null },
  });
  expect((await ask('WEG')).body).toMatchObject({ voucher: { status: 'used' } });
  const refusals = await Promise.all(['NIE', 'ANDERSWO', 'VORBEI'].map(ask));
  expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
    [400, 'INVALID_VOUCHER_CODE'],
    [400, 'INVALID_VOUCHER_EVENT'],
    [409, 'INVALID_VOUCHER_EXPIRED'],
  ]);
});

/** Every way to send a code; each answers status and headers. */
const doors = {
  voucher: (who: Caller, { eventId }: { eventId: number }, code: string) =>
    who.fetch(`/api/events/${eventId}/vouchers/${encodeURIComponent(code)}`),
  quote: (who: Caller, race: Parameters<typeof bookingOf>[0], code: string) =>
    who.json('POST', `/api/events/${race.eventId}/quote`, bookingOf(race, [runner()], { appliedVouchers: [{ code }] })),
  book: (who: Caller, race: Parameters<typeof bookingOf>[0], code: string) =>
    who.json(
      'POST',
      `/api/events/${race.eventId}/book`,
      bookingOf(race, [runner()], { appliedVouchers: [{ code }], totalPrice: 2835 }),
    ),
  box: (who: Caller, { eventId }: { eventId: number }, voucherCode: string) =>
    who.form(`/events/${eventId}/competitions`, { intent: 'voucher', voucherCode }),
};

test.each(Object.entries(doors))(
  '%s: twenty wrong codes a visit lock the right one out, everywhere, for a while',
  async (_, door) => {
    const { shop, race, loggedIn } = await begun();
    const eva = await loggedIn('10.9.0.1');
    for (let tries = 0; tries < 20; tries += 1) {
      const code = tries % 2 === 0 ? `FALSCH${tries}` : 'ANDERSWO';
      expect((await door(eva, race, code)).status, `try ${tries}`).toBeGreaterThanOrEqual(400);
    }
    for (const [name, other] of Object.entries(doors)) {
      const locked = await other(eva, race, 'SOMMER10');
      expect(locked.status, name).toBe(429);
      expect(Number(locked.headers.get('retry-after')), name).toBeGreaterThan(0);
    }
    const without = bookingOf(race, [runner()]);
    expect((await eva.json('POST', `/api/events/${race.eventId}/quote`, without)).status, 'without a code').toBe(200);
    const neighbour = await loggedIn('10.9.0.1');
    expect((await door(neighbour, race, 'SOMMER10')).status, 'somebody else at the address').toBeLessThan(400);
    shop.clock.advance(10 * 60_000);
    expect((await door(eva, race, 'SOMMER10')).status, 'later').toBeLessThan(400);
  },
);

test('right, used and unsuitable codes do not count as guesses', async () => {
  const { race, loggedIn } = await begun();
  const eva = await loggedIn('10.9.0.1');
  for (let tries = 0; tries < 25; tries += 1) await doors.quote(eva, race, tries % 2 === 0 ? 'WEG' : 'SOMMER10');
  expect((await doors.quote(eva, race, 'SOMMER10')).status).toBe(200);
});

test('too many wrong codes lock the address of guests, and no other', async () => {
  const { shop, race } = await begun();
  const here = () => shop.visitor({ address: '10.9.0.7' });
  for (let tries = 0; tries < 300; tries += 1) {
    expect((await doors.voucher(here(), race, `FALSCH${tries}`)).status).toBe(400);
  }
  expect((await doors.voucher(here(), race, 'SOMMER10')).status).toBe(429);
  expect((await doors.voucher(shop.visitor({ address: '10.9.0.8' }), race, 'SOMMER10')).status).toBe(200);
});

test.each(Object.entries(doors))(
  '%s: a burst of guesses gets no more answers than one after the other',
  async (_, door) => {
    const { race, loggedIn } = await begun();
    const eva = await loggedIn('10.9.0.1');
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => door(eva, race, `FALSCH${index}`)));
    const answered = answers.filter(({ status }) => status !== 429).length;
    expect(answered).toBeGreaterThan(0);
    expect(answered).toBeLessThanOrEqual(20);
  },
);

test('right codes that are sent at the same time are all answered', async () => {
  const { race, loggedIn } = await begun();
  const eva = await loggedIn('10.9.0.1');
  for (let tries = 0; tries < 19; tries += 1) await doors.voucher(eva, race, `FALSCH${tries}`);
  const answers = await Promise.all(Array.from({ length: 60 }, () => doors.voucher(eva, race, 'SOMMER10')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
