import { describe, expect, test } from 'vitest';
import { createFormField } from '#modules/events/index.ts';
import { bookingOf, makeRace, type Race, runner } from '#modules/orders/testing.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';

/** What organizers ask besides, as buyers answer it: by call, and by the forms of the booking. */

type FieldInput = Partial<Parameters<typeof createFormField>[2]>;
type Asked = { shop: TestShop; race: Race; ids: number[] };

async function asked(fields: readonly FieldInput[]): Promise<Asked> {
  const shop = await testShop();
  return shop.deps.write(async (work) => {
    const race = await makeRace(work, { event: { needsName: false } });
    const ids: number[] = [];
    for (const [at, field] of fields.entries())
      ids.push(
        await createFormField(work, race.eventId, {
          name: { de: `Frage ${at}`, en: `Question ${at}` },
          formFieldOrder: at + 1,
          ...field,
        }),
      );
    return { shop, race, ids };
  });
}

const options = [
  { value: 'S', label: { de: 'Klein', en: 'Small' } },
  { value: 'M', label: { de: 'Mittel', en: 'Medium' } },
];
const types = ['text', 'textarea', 'number', 'date', 'select', 'checkbox'] as const;
const fieldOf = (type: (typeof types)[number]): FieldInput => (type === 'select' ? { type, options } : { type });

type Order = {
  order: {
    competitions: { teams: { participants: { formFieldsSelected: { fieldId: number; value: string }[] }[] }[] }[];
  };
};

/** Books by the call; answers the stored answers of everybody, or the paths that are refused. */
async function booked({ shop, race }: Asked, booking: object): Promise<string[][] | Record<string, string[]>> {
  const buyer = await shop.login('buyer@fields.test');
  const made = await buyer.json<{ orderId: number; details: { fields: Record<string, string[]> } }>(
    'POST',
    `/api/events/${race.eventId}/book`,
    booking,
  );
  if (made.status !== 201) return made.body.details.fields;
  const { body } = await buyer.json<Order>('GET', `/api/orders/${made.body.orderId}`);
  return body.order.competitions.flatMap(({ teams }) =>
    teams.flatMap(({ participants }) =>
      participants.map(({ formFieldsSelected }) => formFieldsSelected.map(({ value }) => value)),
    ),
  );
}
const answersTo = (ids: readonly number[], values: readonly string[]) =>
  values.map((value, at) => ({ fieldId: ids[at], value }));
const relayOf = (race: Race, members: Record<string, unknown>[]) => ({
  ...bookingOf(race, []),
  teams: [{ competitionId: race.relayId, teamName: 'Zwei', participants: members.map((member) => runner(member)) }],
  totalPrice: members.length * 2000 + 150,
});

describe('by call', () => {
  test.each([
    ['text', 'LC Łódź', true],
    ['textarea', 'zwei\nZeilen', true],
    ['number', '12', true],
    ['number', '12,5', true],
    ['number', '-12.5', true],
    ['number', 'zwölf', false],
    ['number', '1e3', false],
    ['date', '2026-05-01', true],
    ['date', '2026-02-30', false],
    ['date', '01.05.2026', false],
    ['select', 'M', true],
    ['select', 'Mittel', false],
    ['checkbox', 'true', true],
    ['checkbox', 'ja', false],
  ] as const)('%s takes %j: %s', async (type, value, isFine) => {
    const at = await asked([fieldOf(type)]);
    const [id] = at.ids;
    const answer = await booked(at, bookingOf(at.race, [runner({ formFieldsSelected: answersTo(at.ids, [value]) })]));
    if (isFine) expect(answer).toEqual([[type === 'number' ? value.replace(',', '.') : value]]);
    else expect(Object.keys(answer)).toEqual([`teams.0.participants.0.formFieldsSelected.${id}`]);
  });

  test.each(types)('a %s that is required is asked for, and nothing given is nothing stored', async (type) => {
    const at = await asked([{ ...fieldOf(type), isRequired: true }, fieldOf(type)]);
    const path = `teams.0.participants.0.formFieldsSelected.${at.ids[0]}`;
    expect(Object.keys(await booked(at, bookingOf(at.race, [runner()])))).toEqual([path]);
    const unticked = type === 'checkbox' ? 'false' : '';
    const refused = await booked(
      at,
      bookingOf(at.race, [runner({ formFieldsSelected: answersTo(at.ids, [unticked, '']) })]),
    );
    expect(Object.keys(refused)).toEqual([path]);
  });

  test('a field of another competition is unknown, and its own asks for it', async () => {
    const at = await asked([]);
    const id = await at.shop.deps.write((work) =>
      createFormField(work, at.race.eventId, {
        name: { de: 'Staffelname', en: 'Name of the relay' },
        type: 'text',
        isRequired: true,
        competitionIds: [at.race.relayId],
      }),
    );
    const given = { formFieldsSelected: [{ fieldId: id, value: 'x' }] };
    expect(Object.keys(await booked(at, bookingOf(at.race, [runner(given)])))).toEqual([
      `teams.0.participants.0.formFieldsSelected.${id}`,
    ]);
    expect(Object.keys(await booked(at, relayOf(at.race, [given, {}])))).toEqual([
      `teams.0.participants.1.formFieldsSelected.${id}`,
    ]);
    expect(await booked(at, relayOf(at.race, [given, given]))).toEqual([['x'], ['x']]);
  });

  test('what is asked once a team is the first member’s to say', async () => {
    const at = await asked([{ type: 'text', isRequired: true, editableOnlyOncePerTeam: true }]);
    const say = (value: string) => ({ formFieldsSelected: answersTo(at.ids, [value]) });
    expect(Object.keys(await booked(at, relayOf(at.race, [{}, say('nur ich')])))).toEqual([
      `teams.0.participants.0.formFieldsSelected.${at.ids[0]}`,
    ]);
    expect(await booked(at, relayOf(at.race, [say('alle'), say('anders')]))).toEqual([['alle'], ['alle']]);
  });
});

describe('by the forms of the booking', () => {
  async function begun(fields: readonly FieldInput[], lang: 'de' | 'en-us' = 'de') {
    const at = await asked(fields);
    const visitor = at.shop.visitor({ acceptLanguage: lang });
    await visitor.json('POST', '/api/auth/code/unauthenticated-login', {
      email: 'eva@fields.test',
      eventId: at.race.eventId,
    });
    return { ...at, visitor, page: `/events/${at.race.eventId}/competitions` };
  }
  const pageOf = async (visitor: Caller, page: string) => (await visitor.fetch(page)).text();
  const controls = (html: string, id: number) =>
    [...html.matchAll(new RegExp(`<(?:input|textarea|select)[^>]*name="([^"]*\\.fields\\.${id})"[^>]*>`, 'g'))].map(
      ([tag, name = '']) => ({
        name,
        value: / value="([^"]*)"/.exec(tag)?.[1] ?? '',
        checked: tag.includes('checked'),
      }),
    );
  /** Everything that the page would post. */
  const typed = (html: string): Record<string, string> =>
    Object.fromEntries([
      ...[...html.matchAll(/<input[^>]*>/g)].flatMap(([tag]): [string, string][] => {
        const name = / name="([^"]*)"/.exec(tag)?.[1];
        if (!name?.startsWith('teams[') || (tag.includes('type="checkbox"') && !tag.includes('checked'))) return [];
        return [[name, / value="([^"]*)"/.exec(tag)?.[1] ?? '']];
      }),
      ...[...html.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)</g)].map(
        ([, name = '', text = '']): [string, string] => [name, text],
      ),
      ...[...html.matchAll(/<select[^>]*name="(teams[^"]*)"[^>]*>([\s\S]*?)<\/select>/g)].map(
        ([, name = '', inside = '']): [string, string] => [
          name,
          /<option[^>]*selected=""[^>]*value="([^"]*)"/.exec(inside)?.[1] ??
            /<option[^>]*value="([^"]*)"[^>]*selected=""/.exec(inside)?.[1] ??
            '',
        ],
      ),
    ]);
  const named = (path: string, change: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries({ firstName: 'Eva', lastName: path, birthDate: '1.5.98', gender: 'female', ...change }).map(
        ([name, value]) => [`${path}.${name}`, value],
      ),
    );
  const first = 'teams[0].participants[0]';

  test.each([
    ['text', 'Linz', 'Linz'],
    ['textarea', 'Linz an der Donau', 'Linz an der Donau'],
    ['number', '7,5', 'sieben'],
    ['number', '7.5', 'sieben'],
    ['date', '1.5.2026', '31.2.2026'],
    ['select', 'M', 'XL'],
    ['checkbox', 'true', ''],
  ] as const)('a %s is asked, refused at the field when it is missing, and taken: %s', async (type, good, bad) => {
    const { visitor, page, race, ids } = await begun([{ ...fieldOf(type), isRequired: true }]);
    await visitor.form(page, { intent: `add:${race.runId}` });
    const html = await pageOf(visitor, page);
    const name = `${first}.fields.${ids[0]}`;
    expect(controls(html, ids[0] as number)).toMatchObject([{ name, checked: false }]);
    const fields = { ...typed(html), ...named(first), intent: 'next' };
    const error = `field-teams-0-participants-0-fields-${ids[0]}-error`;
    const { [name]: _, ...without } = fields as Record<string, string>;
    const missing = await visitor.form(page, without);
    expect(missing.status).toBe(400);
    expect(await missing.text()).toContain(error);
    if (bad !== good && bad !== '') {
      const wrong = await visitor.form(page, { ...fields, [name]: bad });
      expect(wrong.status).toBe(400);
      expect(await wrong.text()).toContain(error);
    }
    expect((await visitor.form(page, { ...fields, [name]: good })).status).toBe(303);
  });

  test.each([
    ['de', '01.05.2026', 'Klein'],
    ['en-us', '05/01/2026', 'Small'],
  ] as const)('defaults stand there in %s, in the order of the organizer', async (lang, date, label) => {
    const defaults = ['LC Linz', 'gern', '3', '2026-05-01', 'S', 'true'];
    const given = types.map((type, at) => ({ ...fieldOf(type), defaultValue: defaults[at] ?? null }));
    const { visitor, page, race, ids } = await begun(
      given.map((field, at) => ({ ...field, formFieldOrder: types.length - at })),
      lang,
    );
    await visitor.form(page, { intent: `add:${race.runId}` });
    const html = await pageOf(visitor, page);
    const places = ids.map((id) => html.indexOf(`.fields.${id}"`));
    expect(places.every((place) => place > 0)).toBe(true);
    expect([...places].sort((a, b) => b - a)).toEqual(places);
    expect(html).toContain(label);
    const fields = typed(html);
    expect(ids.map((id) => fields[`${first}.fields.${id}`])).toEqual(['LC Linz', 'gern', '3', date, 'S', 'true']);
    expect((await visitor.form(page, { ...fields, ...named(first), intent: 'next' })).status).toBe(303);
  });

  test('what nobody has to say is folded away until it says something or is wrong', async () => {
    const { visitor, page, race, ids } = await begun([
      { type: 'number' },
      { type: 'text', isRequired: true },
      { type: 'checkbox' },
    ]);
    const [optional, required, box] = ids as [number, number, number];
    await visitor.form(page, { intent: `add:${race.runId}` });
    const folded = (html: string) =>
      /<details class="form-more"(?<open> open="")?>(?<inside>.*?)<\/details>/s.exec(html);
    const html = await pageOf(visitor, page);
    const { open, inside } = folded(html)?.groups ?? {};
    expect(open).toBeUndefined();
    for (const name of ['email', 'nationalityCountryCode', `fields.${optional}`])
      expect(inside).toContain(`name="${first}.${name}"`);
    for (const name of ['firstName', 'birthDate', 'gender', `fields.${required}`, `fields.${box}`])
      expect(inside).not.toContain(`name="${first}.${name}"`);
    const fields = { ...typed(html), ...named(first), [`${first}.fields.${optional}`]: 'sieben', intent: 'next' };
    const refused = await visitor.form(page, fields);
    expect(refused.status).toBe(400);
    expect(folded(await refused.text())?.groups?.open).toBeDefined();
    await visitor.form(page, { ...fields, [`${first}.fields.${optional}`]: '7', intent: 'keep' });
    expect(folded(await pageOf(visitor, page))?.groups?.open, 'what was said').toBeDefined();
  });

  test('the next person begins with the answer of the one before, where the field says so', async () => {
    const { visitor, page, race, ids } = await begun([
      { type: 'text', adoptPrevious: true, defaultValue: 'Linz' },
      { type: 'text', defaultValue: 'Linz' },
      { type: 'checkbox', adoptPrevious: true, defaultValue: 'true' },
    ]);
    const [city, own, box] = ids as [number, number, number];
    await visitor.form(page, { intent: `add:${race.runId}` });
    const fields: Record<string, string> = { ...typed(await pageOf(visitor, page)), ...named(first) };
    fields[`${first}.fields.${city}`] = 'Wels';
    fields[`${first}.fields.${own}`] = 'Wels';
    delete fields[`${first}.fields.${box}`];
    await visitor.form(page, { ...fields, intent: `add:${race.runId}` });
    const html = await pageOf(visitor, page);
    expect(controls(html, city).map(({ value }) => value)).toEqual(['Wels', 'Wels']);
    expect(controls(html, own).map(({ value }) => value)).toEqual(['Wels', 'Linz']);
    expect(controls(html, box).map(({ checked }) => checked)).toEqual([false, false]);
  });

  test('what is asked once a team, or only in some competitions, is asked there alone', async () => {
    const { visitor, page, race, ids, shop } = await begun([{ type: 'text', editableOnlyOncePerTeam: true }]);
    const only = await shop.deps.write((work) =>
      createFormField(work, race.eventId, {
        name: { de: 'Nur Staffel', en: 'Relay only' },
        type: 'text',
        competitionIds: [race.relayId],
      }),
    );
    await visitor.form(page, { intent: `add:${race.runId}` });
    await visitor.form(page, { ...typed(await pageOf(visitor, page)), intent: `add:${race.relayId}` });
    const html = await pageOf(visitor, page);
    const relay = ['teams[1].participants[0]', 'teams[1].participants[1]'];
    expect(controls(html, ids[0] as number).map(({ name }) => name.split('.fields')[0])).toEqual([first, relay[0]]);
    expect(controls(html, only).map(({ name }) => name.split('.fields')[0])).toEqual(relay);
  });
});
