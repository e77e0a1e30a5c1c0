import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createFormField, updateEvent } from '#modules/events/index.ts';
import { bookingOf, makeRace, type Race, runner } from '#modules/orders/testing.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { drafts } from './schema.ts';

/** The participants' step without a script: moving, other events, people of earlier orders, and what the messages say. */
const stepOf = (race: Race, step: string) => `/events/${race.eventId}/${step}`;
const of = (team: number, index: number, values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`teams[${team}].participants[${index}].${name}`, value]),
  );
const eva = { firstName: 'Eva', lastName: 'Maier', birthDate: '1.5.98', gender: 'female' };
const pageOf = async (visitor: Caller, path: string) => {
  const html = await (await visitor.fetch(path)).text();
  // What the page shows; what the script is given stands in an attribute.
  return html.replace(/<script type="application\/json">[^<]*</g, '');
};
const hidden = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input[^>]*type="(?:hidden|text|email)"[^>]*>/g)].flatMap(([tag]) => {
      const name = / name="(teams[^"]*)"/.exec(tag)?.[1];
      return name ? [[name, / value="([^"]*)"/.exec(tag)?.[1] ?? '']] : [];
    }),
  );

async function begun(event: Parameters<typeof makeRace>[1] = {}) {
  const shop = await testShop();
  const race = await shop.deps.write((work) => makeRace(work, event));
  const visitor = await guest(shop, race);
  return { shop, race, visitor, page: stepOf(race, 'competitions') };
}
async function guest(shop: TestShop, race: Race): Promise<Caller> {
  const visitor = shop.visitor();
  await visitor.json('POST', '/api/auth/code/unauthenticated-login', {
    email: 'eva@people.test',
    eventId: race.eventId,
  });
  return visitor;
}
async function withEva(race: Race, visitor: Caller) {
  const page = stepOf(race, 'competitions');
  await visitor.form(page, { intent: `add:${race.runId}` });
  const input = { ...hidden(await pageOf(visitor, page)), ...of(0, 0, eva) };
  await visitor.form(page, { ...input, intent: 'keep' });
  return input;
}

describe('to another competition', () => {
  test('asks where to, and keeps what was typed; without articles nothing is said of them', async () => {
    const { race, visitor, page } = await begun();
    const input = await withEva(race, visitor);
    const asked = await visitor.form(page, { ...input, intent: 'move:0' });
    expect(asked.headers.get('location')).toMatch(/\?move=/);
    const question = await pageOf(visitor, asked.headers.get('location') ?? '');
    expect(question).toContain('Bewerb wechseln: Eva Maier');
    expect(question).toContain(`<option value="${race.relayId}">Staffel</option>`);
    expect(question).not.toContain('gelöscht');
    const moved = await visitor.form(page, {
      ...input,
      intent: 'move:0',
      'choice.move:0': String(race.relayId),
    });
    expect(moved.headers.get('location')).toBe(`${page}#field-teams-0`);
    const html = await pageOf(visitor, page);
    expect(html.match(/data-person=/g)).toHaveLength(2);
    expect(hidden(html)).toMatchObject({
      'teams[0].competitionId': String(race.relayId),
      ...of(0, 0, { firstName: 'Eva', lastName: 'Maier', birthDate: '01.05.1998' }),
      ...of(0, 1, { firstName: '' }),
    });
  });

  test('names whose articles go, and loses nothing when one stays', async () => {
    const { race, visitor, page } = await begun();
    const input = await withEva(race, visitor);
    const localId = input['teams[0].participants[0].localId'] ?? '';
    await visitor.form(stepOf(race, 'articles'), {
      shown: localId,
      [`quantity.${localId}.${race.shirtVariantId}`]: '2',
    });
    const total = async () => /<output[^>]*>([^<]*)</.exec(await pageOf(visitor, page))?.[1];
    const withShirts = await total();
    const asked = await visitor.form(page, { ...input, intent: 'move:0' });
    const question = await pageOf(visitor, asked.headers.get('location') ?? '');
    expect(question).toContain('Eva Maier: 2 × Finisher-Shirt');
    expect(question).toContain('Artikel löschen und wechseln');
    const stayed = await visitor.form(page, {
      ...input,
      ...of(0, 0, { email: 'neu@people.test' }),
      intent: 'stay',
      'choice.move:0': String(race.relayId),
    });
    expect(stayed.headers.get('location')).toBe(page);
    expect(await total()).toBe(withShirts);
    expect(await pageOf(visitor, page)).toContain('value="neu@people.test"');
    await visitor.form(page, { ...input, intent: 'move:0', 'choice.move:0': String(race.relayId) });
    expect(await total()).not.toBe(withShirts);
    await visitor.form(page, {
      ...hidden(await pageOf(visitor, page)),
      intent: 'move:0',
      'choice.move:0': String(race.runId),
    });
    expect(await total(), 'articles do not come back').not.toBe(withShirts);
  });

  test('says so when there is nowhere to go', async () => {
    const { shop, race, visitor, page } = await begun();
    const input = await withEva(race, visitor);
    const admin = await shop.login('admin@people.test', { superAdmin: true });
    await admin.json('DELETE', `/api/admin/competition-prices/${race.relayPriceId}`);
    const asked = await visitor.form(page, { ...input, intent: 'move:0' });
    expect(await pageOf(visitor, asked.headers.get('location') ?? '')).toContain('keinen anderen Bewerb');
  });
});

describe('another event', () => {
  async function two() {
    const at = await begun({ event: { needsName: true, needsContactAddress: true } });
    const event = { title: 'Berglauf', needsName: true, needsContactAddress: true };
    const other = await at.shop.deps.write((work) => makeRace(work, { event }));
    await withEva(at.race, at.visitor);
    return { ...at, other, there: stepOf(other, 'competitions') };
  }

  test('is begun after a question that says how many are let go where, and does not ask again', async () => {
    const { race, visitor, there, page } = await two();
    await visitor.form(stepOf(race, 'delivery-address'), { 'contact.firstName': 'Eva', 'contact.city': 'Linz' });
    const question = await pageOf(visitor, there);
    expect(question).toContain('Bei „Donaulauf“ hast du 1 Person eingetragen');
    expect(question).toContain(`href="${page}"`);
    expect(question).not.toContain('data-island');
    expect(await pageOf(visitor, page), 'asking deletes nothing').toContain('value="Maier"');
    const here = await visitor.form(there, { intent: 'here' });
    expect([here.status, here.headers.get('location')]).toEqual([303, there]);
    expect(await pageOf(visitor, there)).toContain('data-island');
    expect(await pageOf(visitor, page)).not.toContain('value="Maier"');
    await withEva(race, visitor);
    expect(await pageOf(visitor, there), 'whoever goes back and enters somebody is asked again').toContain('1 Person');
  });

  test('gets the address that was typed for the first one', async () => {
    const { race, other, visitor, there } = await two();
    await visitor.form(stepOf(race, 'delivery-address'), { 'contact.firstName': 'Eva', 'contact.city': 'Linz' });
    await visitor.form(there, { intent: 'here' });
    const input = await withEva(other, visitor);
    const localId = input['teams[0].participants[0].localId'] ?? '';
    await visitor.form(stepOf(other, 'articles'), { shown: localId, declined: 'true' });
    expect(await pageOf(visitor, stepOf(other, 'delivery-address'))).toContain('value="Linz"');
  });

  test.each([
    ['canceled', { canceled: true }],
    ['hidden', { visible: false, visibleViaLink: false }],
    ['over', { startTimestamp: 1, endTimestamp: 2 }],
  ] as const)('that is %s is not asked about, and its people go when one begins here', async (_, change) => {
    const { shop, race, other, visitor, there } = await two();
    await shop.deps.write((work) => updateEvent(work, race.eventId, change as Parameters<typeof updateEvent>[2]));
    expect(await pageOf(visitor, there)).not.toContain('eingetragen');
    await withEva(other, visitor);
    const rows = await shop.deps.read.select().from(drafts).where(eq(drafts.eventId, race.eventId));
    expect(rows.map(({ data }) => data.teams)).toEqual([[]]);
  });

  test('where only empty fields stand is not asked about', async () => {
    const { shop, race, visitor } = await begun();
    const other = await shop.deps.write((work) => makeRace(work));
    await visitor.form(stepOf(race, 'competitions'), { intent: `add:${race.runId}` });
    expect(await pageOf(visitor, stepOf(other, 'competitions'))).toContain('data-island');
  });
});

describe('people of earlier orders', () => {
  async function ordered() {
    const at = await begun();
    const jo = runner({ firstName: 'Jo', lastName: 'Berger', birthDate: '2010-02-03', gender: 'male' });
    const buyer = await at.shop.login('kennt@people.test');
    const { status } = await buyer.json('POST', `/api/events/${at.race.eventId}/book`, bookingOf(at.race, [jo]));
    expect(status).toBe(201);
    return { ...at, buyer };
  }

  test('are offered to a proven mailbox, filled in by a button, and not offered twice', async () => {
    const { shop, buyer } = await ordered();
    const next = await shop.deps.write((work) => makeRace(work));
    const page = stepOf(next, 'competitions');
    await buyer.form(page, { intent: `add:${next.runId}` });
    const html = await pageOf(buyer, page);
    const [, key] = /value="known:0:0:(\d+)"[^>]*>Jo Berger, 2010<\/button>/.exec(html) ?? [];
    expect(key).toBeDefined();
    const input = { ...hidden(html), ...of(0, 0, { [`fields.${next.clubFieldId}`]: 'LC Au' }) };
    await buyer.form(page, { ...input, intent: `known:0:0:${key}` });
    const filled = await pageOf(buyer, page);
    expect(hidden(filled)).toMatchObject(
      of(0, 0, {
        firstName: 'Jo',
        lastName: 'Berger',
        birthDate: '03.02.2010',
        email: 'zoe@example.test',
        [`fields.${next.clubFieldId}`]: 'LC Au',
      }),
    );
    expect(filled).toContain('<option value="male" selected="">');
    await buyer.form(page, { ...hidden(filled), intent: `add:${next.runId}` });
    expect(await pageOf(buyer, page)).not.toContain('Jo Berger, 2010');
  });

  test('are entered by one tap where the competition takes people of their age', async () => {
    const { shop, buyer } = await ordered();
    const grown = await shop.deps.write((work) => makeRace(work, { run: { minAge: 18 } }));
    const page = stepOf(grown, 'competitions');
    expect(await pageOf(buyer, page), 'too young').not.toContain(`value="with:${grown.runId}:`);
    const next = await shop.deps.write((work) => makeRace(work));
    const open = stepOf(next, 'competitions');
    const html = await pageOf(buyer, open);
    const [, key] = new RegExp(`value="with:${next.runId}:(\\d+)"[^>]*>Jo Berger, 2010<`).exec(html) ?? [];
    expect(key).toBeDefined();
    const added = await buyer.form(open, { intent: `with:${next.runId}:${key}` });
    expect(added.status).toBe(303);
    const filled = await pageOf(buyer, open);
    expect(hidden(filled)).toMatchObject(of(0, 0, { firstName: 'Jo', lastName: 'Berger', birthDate: '03.02.2010' }));
    expect(filled).not.toContain('Jo Berger, 2010');
    for (const strange of [`with:${next.runId}:999`, `with:999:${key}`, `with:${next.relayId}:${key}`, 'with']) {
      await buyer.form(open, { ...hidden(filled), intent: strange });
      expect((await pageOf(buyer, open)).match(/data-person=/g), strange).toHaveLength(1);
    }
  });

  test('stay unknown to an address that was only typed, and to everybody else', async () => {
    const { shop, race, page } = await ordered();
    const typedOnly = shop.visitor();
    await typedOnly.json('POST', '/api/auth/code/unauthenticated-login', {
      email: 'kennt@people.test',
      eventId: race.eventId,
    });
    for (const other of [typedOnly, await shop.login('fremd@people.test')]) {
      await other.form(page, { intent: `add:${race.runId}` });
      const html = await (await other.fetch(page)).text();
      expect(html).not.toContain('Berger');
      for (let key = 1; key < 4; key += 1) {
        await other.form(page, { ...hidden(html), intent: `known:0:0:${key}` });
        await other.form(page, { ...hidden(html), intent: `with:${race.runId}:${key}` });
      }
      expect(await (await other.fetch(page)).text()).not.toContain('Berger');
    }
  });
});

describe('the messages', () => {
  const said = async (visitor: Caller, page: string, fields: Record<string, string>) => {
    const answer = await visitor.form(page, { ...fields, intent: 'next' });
    const html = (await answer.text()).replace(/<script type="application\/json">[^<]*</g, '');
    return { status: answer.status, html, summary: /error-summary[\s\S]*?<\/ul>/.exec(html)?.[0] ?? '' };
  };

  test('without anybody: a competition must be selected', async () => {
    const { visitor, page } = await begun();
    const { status, summary } = await said(visitor, page, {});
    expect(status).toBe(400);
    expect(summary).toContain('href="#field-competition"');
    expect(summary).toContain('Bitte wähle einen Bewerb');
  });

  test('a team says how many it needs and has, by its name', async () => {
    const { race, visitor, page } = await begun();
    await visitor.form(page, { intent: `add:${race.relayId}` });
    const input = hidden(await pageOf(visitor, page));
    const one = Object.fromEntries(Object.entries(input).filter(([name]) => !name.includes('participants[1]')));
    const { summary } = await said(visitor, page, { ...one, 'teams[0].teamName': 'Die Flotten', ...of(0, 0, eva) });
    const sentence = 'Das Team braucht mindestens 2 und höchstens 4 Personen. Zurzeit: 1.';
    expect(summary).toContain(`Die Flotten: ${sentence}`);
  });

  test.each([
    ['dayOfCompetition', 'Erlaubt: ab 99 Jahren.'],
    ['yearEndAfter', 'Erlaubt: ab 99 Jahren, gezählt am 31.12.2026.'],
    ['yearEndBefore', 'Erlaubt: ab 99 Jahren, gezählt am 31.12.2025.'],
    ['ageGroup', 'Erlaubt: Jahrgang 1927 und älter.'],
    ['givenDate', 'Erlaubt: ab 99 Jahren, gezählt am 01.03.2026.'],
  ] as const)('the age counted by %s: %s', async (ageCheckMode, sentence) => {
    const { race, visitor, page } = await begun({
      run: { minAge: 99, ageCheckMode, ageCheckDate: '2026-03-01' as never, gender: 'male' },
    });
    const input = await withEva(race, visitor);
    const { summary } = await said(visitor, page, input);
    expect(summary).toContain(`Eva Maier: Geburtsdatum: Das Alter passt nicht. ${sentence}`);
    expect(summary).toContain('Eva Maier: Geschlecht: Erlaubtes Geschlecht: Männlich');
  });

  test('a member without an address learns where the start card goes; what is asked once says so', async () => {
    const { shop, race, visitor, page } = await begun({ event: { adoptTeamEmail: true } });
    await shop.deps.write((work) =>
      createFormField(work, race.eventId, {
        name: { de: 'Verein', en: 'Club' },
        type: 'number',
        editableOnlyOncePerTeam: true,
        isRequired: true,
      }),
    );
    await visitor.form(page, { intent: `add:${race.relayId}` });
    const html = await pageOf(visitor, page);
    expect(html.match(/Ohne eigene Adresse geht die Startkarte an die erste Person/g)).toHaveLength(1);
    expect(html.match(/Gilt für das ganze Team\./g)).toHaveLength(1);
    const { summary } = await said(visitor, page, { ...hidden(html), ...of(0, 0, eva) });
    expect(summary).toContain('Eva Maier: Verein: Bitte fülle dieses Feld aus.');
  });
});
