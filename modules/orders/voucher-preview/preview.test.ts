import { expect, test } from 'vitest';
import { updatePrice } from '#modules/events/index.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { testShop } from '#tests/support/shop.ts';
import { makeRace } from '../testing.ts';
import { reversed } from './sample.ts';

async function scene() {
  const shop = await testShop({ now: '2026-03-02T09:00:00Z', env: { LIMIT_FACTOR: '0' } });
  const race = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'organizer@example.test');
    const other = await createOrganizer(work, { name: 'SV Wien' });
    await addOrganizerUser(work, other, 'other@example.test');
    return makeRace(work, { event: { organizerId } });
  });
  const organizer = await shop.login('organizer@example.test');
  const preview = async (fields: object, query: (typeId: number) => string = () => '') => {
    const made = await organizer.json<{ voucherTypeId: number }>('POST', '/api/vouchers/type', {
      eventId: race.eventId,
      name: 'Verein',
      ...fields,
    });
    const id = made.body.voucherTypeId;
    const response = await organizer.fetch(`/admin/vouchers/${race.eventId}/${id}/preview${query(id)}`);
    expect(response.status).toBe(200);
    const html = (await response.text()).replace(/\u00a0/g, ' ');
    return { id, html, text: html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ') };
  };
  return { shop, race, organizer, preview };
}

test('a first look shows a basket that the voucher is made for, without it and with it', async () => {
  const { race, preview } = await scene();
  const run = await preview({
    amount: 10,
    unit: 'percentage',
    target: 'competition',
    competitionId: race.runId,
    validTo: '2026-03-02T08:00:00Z',
  });
  expect(run.text, 'over, and tried out all the same').toMatch(/Ohne Gutschein.*31,50 €.*Mit Gutschein.*28,50 €/);
  expect(run.text).toContain('vorher 30,00 € 27,00 €');
  expect(run.text).toContain('darin 20 % Steuer: 4,75 € von 28,50 €');
  const shirt = await preview({ amount: 500, target: 'article', articleId: race.shirtId });
  expect(shirt.text).toContain('vorher 25,00 € 20,00 €');
  const team = await preview({ amount: 1000, target: 'team' });
  expect(team.text).toContain('Person 2, Staffel vorher 20,00 € 15,00 €');
});

test('a basket of one’s own stands in the address', async () => {
  const { race, preview } = await scene();
  const { runId, relayId, shirtVariantId } = race;
  const { text, html } = await preview(
    { amount: 500, target: 'event' },
    () => `?starters.${runId}=2&starters.${relayId}=3&pieces.${shirtVariantId}=2&starters.999=5`,
  );
  expect([...text.matchAll(/Person \d, (10 km|Staffel)/g)]).toHaveLength(5);
  expect(html).toContain(`name="pieces.${shirtVariantId}"`);
  expect(text).toContain('171,50 €');
  expect(text, '5 € off for each of five').toContain('146,50 €');
  const nobody = await preview({ amount: 500 }, () => `?starters.${runId}=0`);
  expect(nobody.text).toContain('Gib an, wer startet.');
  const wrong = await preview({ amount: 500 }, () => `?starters.${runId}=x&pieces.${shirtVariantId}=101`);
  for (const said of ['value="x"', 'eine Zahl von 0 bis 20', 'value="101"', 'eine Zahl von 0 bis 100'])
    expect(wrong.html, 'what was typed stays, with the reason').toContain(said);
  const homeless = await preview({ amount: 500 }, () => `?starters.${runId}=x&pieces.${shirtVariantId}=1`);
  expect(homeless.text).toContain('Dazu fehlt jemand, der das bestellen darf: Finisher-Shirt');
});

test('what does not work says why, in words', async () => {
  const { shop, race, preview } = await scene();
  const { runId, relayId } = race;
  const other = await preview(
    { amount: 500, target: 'competition', competitionId: relayId },
    () => `?starters.${runId}=1`,
  );
  expect(other.text).toContain('So geht es nicht: Dieser Gutschein gilt nicht für das, was du gewählt hast.');
  await shop.deps.write((work) => updatePrice(work, race.runPriceId, { onlyBuyableWithVoucher: true }));
  const access = await preview({ target: 'competitionPrice', competitionPriceId: race.runPriceId });
  expect(access.text).toMatch(/Ohne Gutschein So geht es nicht: Diesen Preis gibt es nur mit Gutschein\..*31,50 €/);
});

test('the price before a percentage, and why there is none', async () => {
  const { race, preview } = await scene();
  const terms = { unit: 'percentage', target: 'participant' };
  const found = await preview({ ...terms, amount: 20 }, () => `?starters.${race.runId}=2&reduced=40`);
  expect(found.text).toContain('Aus 50,00 € werden mit 20 % Nachlass 40,00 €.');
  expect(found.html).toContain(`<input type="hidden" name="starters.${race.runId}" value="2"/>`);
  const nothing = await preview({ ...terms, amount: 20 }, () => '?reduced=0');
  expect(nothing.text).toContain('Zu weniger führt kein Preis.');
  const everything = await preview({ ...terms, amount: 100 }, () => '?reduced=40');
  expect(everything.text).toContain('100 % nehmen alles weg.');
  const euros = await preview({ amount: 500 });
  expect(euros.text).not.toContain('Umgekehrt gerechnet');
});

test('refuses other viewers', async () => {
  const { shop, race, preview } = await scene();
  const { id } = await preview({});
  const other = await shop.login('other@example.test');
  expect((await other.fetch(`/admin/vouchers/${race.eventId}/${id}/preview`)).status).toBe(404);
});

test('the reversed price is exact, or states the result', () => {
  expect(reversed(4000, 2000)).toEqual({ price: 5000, reduced: 4000 });
  // 10 % of 33,33 are taken off as 3,34.
  expect(reversed(3000, 1000)).toEqual({ price: 3333, reduced: 2999 });
  expect(reversed(0, 1000)).toEqual({ problem: 'nothing' });
  expect(reversed(100, 10_000)).toEqual({ problem: 'everything' });
});
