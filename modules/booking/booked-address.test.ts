import { expect, test } from 'vitest';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { testShop } from '#tests/support/shop.ts';

const address = (more: object) => ({
  firstName: ' Eva ',
  lastName: 'Maier',
  street: 'Hauptstraße',
  zipCode: '4020',
  city: 'Linz',
  countryCode: 'AT',
  ...more,
});

/** Addresses of an order as they are stored, whatever way somebody writes them. */
test.each([
  [
    { countryCode: 'AT', number: '0664/123 45 67' },
    { countryCode: '+43', number: '6641234567' },
  ],
  [
    { countryCode: '', number: '0664 1234567' },
    { countryCode: '+43', number: '6641234567' },
  ],
  [
    { countryCode: 'US', number: '(415) 555-2671' },
    { countryCode: '+1', number: '4155552671' },
  ],
  [{ countryCode: 'AT', number: ' ' }, null],
  [null, null],
])('a call that sends the number %j stores %j', async (phoneNumber, stored) => {
  const shop = await testShop();
  const race = await shop.deps.write((work) => makeRace(work));
  const buyer = await shop.login('buyer@booked.example');
  const booking = bookingOf(race, [runner()], {
    contactAddress: address({ phoneNumber }),
    invoiceAddress: address({ phoneNumber, companyName: 'Firma', vatId: 'atu 1234 5675' }),
  });
  const booked = await buyer.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, booking);
  expect(booked.status).toBe(201);
  const { body } = await buyer.json('GET', `/api/orders/${booked.body.orderId}`);
  expect(body).toMatchObject({
    order: {
      contactAddress: { firstName: 'Eva', phoneNumber: stored },
      invoiceAddress: { phoneNumber: stored, vatId: 'ATU12345675' },
    },
  });
});
