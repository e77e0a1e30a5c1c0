import { expect, test } from 'vitest';
import { makeRace, type Race } from '#modules/orders/testing.ts';
import { minutes } from '#src/kernel/time.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { drafts } from './schema.ts';

/** What somebody prepares for another one's browser beforehand. */
async function scene() {
  const shop = await testShop();
  const race = await shop.deps.write((work) => makeRace(work));
  return { shop, race };
}
async function guest(race: Race, who: Caller, email = 'x@example.test'): Promise<Caller> {
  const begun = await who.json('POST', '/api/auth/code/unauthenticated-login', { email, eventId: race.eventId });
  expect(begun.status).toBe(200);
  return who;
}
function copyOf(shop: TestShop, who: Caller): Caller {
  const copy = shop.visitor();
  for (const [name, value] of who.cookies) copy.cookies.set(name, value);
  return copy;
}

test('a second session that was begun in the visit beforehand ends with the proven login', async () => {
  const { shop, race } = await scene();
  const first = await guest(race, shop.visitor());
  const [planted, waiting, other] = await Promise.all([
    guest(race, copyOf(shop, first)),
    guest(race, copyOf(shop, first)),
    guest(race, copyOf(shop, first), 'y@example.test'),
  ]);
  planted.cookies.delete('visit');
  const email = 'eva@example.test';
  shop.clock.advance(minutes(1));
  await planted.json('POST', '/api/auth/code/send-mail', { email });
  const code = /^\d{6}$/m.exec((await shop.mails(email))[0]?.text ?? '')?.[0];
  expect((await planted.json('POST', '/api/auth/code/login', { email, code })).status).toBe(200);
  const page = `/events/${race.eventId}/competitions`;
  const answers = await Promise.all([planted, waiting, other].map((who) => who.fetch(page)));
  expect(answers.map(({ status }) => status)).toEqual([200, 303, 303]);
});

test('a form without a session is not kept for an address that no cookie can be of', async () => {
  const { shop, race } = await scene();
  const page = `/events/${race.eventId}/articles/p1;Domain=elsewhere.example`;
  const posted = await shop.visitor().form(page, { shown: 'p1' });
  expect([posted.status, posted.headers.getSetCookie()]).toEqual([303, []]);
  expect(await shop.deps.read.select().from(drafts)).toEqual([]);
});

test('a form names as many people as a booking takes, however often it is posted', async () => {
  const { shop, race } = await scene();
  const who = await guest(race, shop.visitor());
  const crowd = (from: string) =>
    Object.fromEntries([
      ['seen', 'nobody'],
      ['intent', 'keep'],
      ...[0, 1, 2].flatMap((team) => [
        [`teams[${team}].competitionId`, String(race.relayId)],
        [`teams[${team}].localId`, `${from}${team}`],
        ...Array.from({ length: 300 }, (_, at) => [
          [`teams[${team}].participants[${at}].localId`, `${from}${team}-${at}`],
          [`teams[${team}].participants[${at}].firstName`, 'Eva'],
        ]).flat(),
      ]),
    ]);
  for (const from of ['a', 'b']) {
    expect((await who.form(`/events/${race.eventId}/competitions`, crowd(from))).status).toBe(204);
    const [draft] = await shop.deps.read.select().from(drafts);
    expect(draft?.data.teams.map(({ participants }) => participants.length)).toEqual([300, 200]);
  }
});
