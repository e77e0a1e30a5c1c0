import { asc, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findOrCreateUser, mailsToOthers } from '#modules/accounts/index.ts';
import { updateEvent } from '#modules/events/index.ts';
import { markPaid } from '#modules/payments/index.ts';
import { order, race } from '#modules/payments/testing.ts';
import { countAtOnce } from '#src/data/limits.ts';
import { mails } from '#src/data/schema.ts';
import { days } from '#src/kernel/time.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';

/** Limits of ticket mails caused by other accounts; further tickets go to the buyer. */

const buyer = 'buyer@runner.example';
const stranger = 'stranger@runner.example';
let people = 0;
const person = (email: string) => {
  people += 1;
  return {
    firstName: 'Kim',
    lastName: `Groß ${String.fromCharCode(97 + (people % 26))}${'x'.repeat(people / 26)}`,
    email,
  };
};

async function open(price = 3000) {
  const shop = await testShop();
  const at = await race(shop, { price });
  await shop.deps.write((work) =>
    updateEvent(work, at.eventId, { freePlacesPerAccount: 1000, processingFee: 0 as never }),
  );
  const buy = async (addresses: readonly string[], who = buyer) => {
    const orderId = await order(shop, at, { people: addresses.map(person), price, buyer: who });
    if (price > 0) await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
    return orderId;
  };
  return { shop, buy };
}

async function sentTo({ deps }: TestShop): Promise<Record<string, number[]>> {
  const rows = await deps.read
    .select()
    .from(mails)
    .where(inArray(mails.type, ['RegistrationConfirmation']))
    .orderBy(asc(mails.id));
  const sent: Record<string, number[]> = {};
  for (const { recipient, params } of rows)
    sent[recipient] = [...(sent[recipient] ?? []), 1 + ((params.others as unknown[] | undefined)?.length ?? 0)];
  return sent;
}
const times = (count: number, one: number): number[] => Array(count).fill(one);

test('an unproven address gets ten mails a day from all accounts; the buyers get the others', async () => {
  const { shop, buy } = await open();
  for (let n = 0; n < 12; n++) await buy([stranger, stranger]);
  // Another spelling is the same mailbox.
  await buy(['Stranger@Runner.example'], 'other@runner.example');
  await shop.settle();
  expect(await sentTo(shop)).toEqual({
    [stranger]: times(10, 2),
    [buyer]: times(2, 2),
    'other@runner.example': [1],
  });
  const [single] = await shop
    .mails('other@runner.example')
    .then((all) => all.filter(({ subject }) => /Startkarte:/.test(subject)));
  expect(single?.text).toMatch(/ist dabei!.*die Adresse von Kim Groß.*hat|weil die Adresse von Kim Groß/s);
  const [several] = (await shop.mails(buyer)).filter(({ subject }) => /2 Startkarten/.test(subject));
  expect(several?.text).toMatch(/weil die Adressen dieser Personen heute schon viele bekommen haben/);
  // What was done stays done, and tomorrow is another day.
  shop.clock.advance(days(1));
  await buy([stranger]);
  await shop.settle();
  expect((await sentTo(shop))[stranger]).toEqual([...times(10, 2), 1]);
});

test('the own address is not counted, and a proven mailbox gets fifty', async () => {
  const { shop, buy } = await open();
  const { id } = await shop.deps.write((work) => findOrCreateUser(work, stranger, { language: null }));
  await shop.deps.write(({ tx }) => tx.run(`update users set verified_at = 1 where id = ${id}`));
  for (let n = 0; n < 11; n++) await buy([buyer, stranger]);
  await shop.settle();
  expect(await sentTo(shop)).toEqual({ [buyer]: times(11, 1), [stranger]: times(11, 1) });
  await shop.deps.write((work) => countAtOnce(work, [{ limit: mailsToOthers.toProven, key: stranger, times: 39 }], 1));
  await buy([stranger]);
  await shop.settle();
  expect(await sentTo(shop)).toEqual({ [buyer]: times(12, 1), [stranger]: times(11, 1) });
});

test.each(['anHour', 'aDay'] as const)('limits the strangers that free orders of an account mail: %s', async (name) => {
  const { shop, buy } = await open(0);
  const { id } = await shop.deps.write((work) => findOrCreateUser(work, buyer, { language: null }));
  const limit = mailsToOthers[name];
  await shop.deps.write((work) => countAtOnce(work, [{ limit, key: String(id), times: limit.most - 2 }], 1));
  await buy(['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example', buyer]);
  await shop.settle();
  expect(await sentTo(shop)).toEqual({ 'a@x.example': [1], 'b@x.example': [1], [buyer]: [1, 2] });
});

test('a paid order mails all its participants', async () => {
  const { shop, buy } = await open();
  const { id } = await shop.deps.write((work) => findOrCreateUser(work, buyer, { language: null }));
  const { anHour } = mailsToOthers;
  await shop.deps.write((work) => countAtOnce(work, [{ limit: anHour, key: String(id), times: 100 }], 1));
  await buy(['a@x.example', 'b@x.example']);
  await shop.settle();
  expect(await sentTo(shop)).toEqual({ 'a@x.example': [1], 'b@x.example': [1] });
});
