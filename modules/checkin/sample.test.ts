import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { catalogOf, createCompetition, createFormField, createPrice } from '#modules/events/index.ts';
import { race, raceOrganizer } from '#modules/payments/testing.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { testShop } from '#tests/support/shop.ts';
import { parseTicketCode } from './rules/ticket-code.ts';
import { sampleTicket } from './sample-ticket.ts';

async function raceWithQuestions() {
  const shop = await testShop();
  const { eventId, competitionId } = await race(shop);
  const teamId = await shop.deps.write(async (work) => {
    const id = await createCompetition(work, eventId, { title: 'Staffel', type: 'team', minAge: 12, maxAge: 15 });
    await createPrice(work, id, { price: 100, quantity: 1 });
    const name = (de: string) => ({ de, en: `${de} (en)` });
    await createFormField(work, eventId, { name: name('Verein'), type: 'text', includeInConfirmationPdf: true });
    await createFormField(work, eventId, {
      name: name('Nur Staffel'),
      type: 'checkbox',
      includeInConfirmationPdf: true,
      competitionIds: [id],
    });
    return id;
  });
  return { shop, eventId, competitionId, teamId };
}
const pathOf = (competitionId: number) => `/api/admin/competitions/${competitionId}/registration-confirmation/example`;

test.each([
  ['de', 'Mia Muster'],
  ['en-us', 'Mia Sample'],
] as const)('the example is a PDF in the language of the caller: %s', async (language, name) => {
  const { shop, competitionId } = await raceWithQuestions();
  const organizer = await shop.login(raceOrganizer);
  const answer = await organizer.fetch(`${pathOf(competitionId)}?lang=${language}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toMatch(/^inline;/);
  const paper = await PDFDocument.load(await answer.arrayBuffer(), { updateMetadata: false });
  expect(paper.getPageCount()).toBe(1);
  expect(paper.getTitle()).toContain(name);
});

test('its code is not a ticket, and its person fits the competition', async () => {
  const { shop, eventId, competitionId, teamId } = await raceWithQuestions();
  const catalog = await catalogOf(shop.deps.read, eventId);
  if (!catalog) throw new Error('the race is there');
  const sampleOf = (id: number) => {
    const competition = catalog.competitions.find((each) => each.id === id);
    if (!competition) throw new Error('the competition is there');
    return sampleTicket(catalog, competition, translatorFor('de'));
  };
  const [single, team] = [sampleOf(competitionId), sampleOf(teamId)];
  for (const { code } of [single, team]) expect(parseTicketCode(code)).toBeNull();
  expect([single.teamName, team.teamName]).toEqual([null, 'Die Muntermacher']);
  const year = new Date(team.competition.timestamp).getUTCFullYear();
  expect(team.participant.birthDate).toBe(`${year - 12}-05-17`);
  const answers = (sample: typeof single) => sample.participant.formFieldsSelected.map(({ value }) => value);
  expect([answers(single), answers(team)]).toEqual([['Beispiel'], ['Beispiel', 'true']]);
});

test('refuses visitors and users without a role at the event', async () => {
  const { shop, competitionId } = await raceWithQuestions();
  const stranger = await shop.login('fremd@example.test');
  expect((await stranger.fetch(pathOf(competitionId))).status).toBe(403);
  expect((await shop.visitor().fetch(pathOf(competitionId))).status).toBe(401);
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  expect((await admin.fetch(pathOf(999))).status).toBe(404);
});
