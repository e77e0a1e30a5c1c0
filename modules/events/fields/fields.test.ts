import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { type Scene, scene } from '#tests/contract/scene.ts';
import { formOn } from '#tests/support/form.ts';
import { optionsOfRows } from './save-fields.ts';

type Json = Record<string, unknown>;
type Field = { id: number; type: string; defaultValue: string | null; options: { value: string; label: Json }[] };
type Refusal = { code: string; details: { fields?: Record<string, string[]> } };

const fieldsPath = ({ race }: Scene) => `/api/admin/events/${race.eventId}/form-fields`;
const pagePath = ({ race }: Scene) => `/admin/events/${race.eventId}/dynamic-fields`;

async function made(at: Scene, input: Json): Promise<Field> {
  const answer = await at.organizer.json<{ formField: Field }>('POST', fieldsPath(at), {
    name: { de: 'Größe', en: 'Size' },
    ...input,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.formField;
}
const change = (at: Scene, { id }: { id: number }, input: Json) =>
  at.organizer.json<{ formField: Field } & Refusal>('PATCH', `${fieldsPath(at)}/${id}`, input);

async function answered(at: Scene, field: { id: number }, value: string): Promise<{ orderId: number }> {
  const { body, status } = await at.buyer.json<{ orderId: number }>(
    'POST',
    `/api/events/${at.race.eventId}/book`,
    bookingOf(at.race, [runner({ formFieldsSelected: [{ fieldId: field.id, value }] })]),
  );
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
const sizes = ['S', 'M'].map((value) => ({ value, label: { de: value, en: value } }));

describe('the choices of the form', () => {
  test('keep their value when they are renamed; a new one is called by its German label', () => {
    const rows = [
      { optionDe: 'Nudeln mit Pesto', optionEn: 'Pasta', optionValue: 'Nudeln' },
      { optionDe: 'Nudeln', optionEn: null, optionValue: '' },
      { optionDe: null, optionEn: 'Salad', optionValue: null },
    ];
    expect(optionsOfRows(rows)).toEqual([
      { value: 'Nudeln', label: { de: 'Nudeln mit Pesto', en: 'Pasta' } },
      { value: 'Nudeln 2', label: { de: 'Nudeln', en: 'Nudeln' } },
      { value: 'Salad', label: { de: 'Salad', en: 'Salad' } },
    ]);
  });
  test('come back with the value that they had, and never take one that meant something else', () => {
    const former = [
      { value: 'xl', label: { de: 'XL', en: 'XL' } },
      { value: 'L', label: { de: 'Large', en: 'Large' } },
    ];
    const row = (optionDe: string) => ({ optionDe, optionEn: null, optionValue: null });
    expect(optionsOfRows([row('XL'), row('L')], former).map(({ value }) => value)).toEqual(['xl', 'L 2']);
  });
});

test.each([
  [{ type: 'number', defaultValue: 'viel' }, 'defaultValue'],
  [{ type: 'number', defaultValue: '2,5' }, null],
  [{ type: 'date', defaultValue: '2026-02-30' }, 'defaultValue'],
  [{ type: 'date', defaultValue: '2026-02-28' }, null],
  [{ type: 'select', options: sizes, defaultValue: 'XL' }, 'defaultValue'],
  [{ type: 'select', options: sizes, defaultValue: 'M' }, null],
  [{ type: 'checkbox', defaultValue: 'ja' }, 'defaultValue'],
  [{ type: 'checkbox', defaultValue: 'true' }, null],
  [{ type: 'text', defaultValue: 'alles' }, null],
  [{ type: 'select', isRequired: true }, 'options'],
  [{ type: 'select', options: [...sizes, ...sizes] }, 'options'],
  [{ type: 'select', options: [...sizes, { value: 'M 2', label: { de: 'M', en: 'Medium' } }] }, 'options'],
  [{ type: 'select', options: [...sizes, { value: 'Mittel', label: { de: 'Mittel', en: 'M' } }] }, 'options'],
  [{ competitionIds: [9999] }, 'competitionIds'],
  [{ type: 'colour' }, 'type'],
  [{ name: { de: ' ' } }, 'name.de'],
])('%j is refused at %s', async (input, field) => {
  const at = await scene();
  const { body, status } = await at.organizer.json<Refusal>('POST', fieldsPath(at), {
    name: { de: 'Frage', en: 'Question' },
    ...input,
  });
  if (field === null) return expect(status).toBe(200);
  expect([status, body.code, Object.keys(body.details.fields ?? {})]).toEqual([400, 'VALIDATION_FAILED', [field]]);
});

test('refuses to delete an answered field or change its type', async () => {
  const at = await scene();
  const field = await made(at, { type: 'text', competitionIds: [at.race.runId] });
  expect((await change(at, field, { type: 'textarea' })).body.formField.type).toBe('textarea');
  const { orderId } = await answered(at, field, 'Hallo');
  await at.superAdmin.json('PATCH', '/api/admin/orders/cancel', { orderIds: [orderId] });

  const retyped = await change(at, field, { type: 'number' });
  expect([retyped.status, retyped.body.code]).toEqual([409, 'RESOURCE_IN_USE']);
  expect((await change(at, field, { type: 'textarea', isRequired: true })).status).toBe(200);
  const gone = await at.organizer.json<Refusal>('DELETE', `${fieldsPath(at)}/${field.id}`);
  expect([gone.status, gone.body.code]).toEqual([409, 'RESOURCE_IN_USE']);
  const { body } = await at.organizer.json<{ rows: Json[] }>('GET', fieldsPath(at));
  expect(body.rows.find(({ id }) => id === field.id)).toMatchObject({
    type: 'textarea',
    competitionIds: [at.race.runId],
  });

  const page = `${pagePath(at)}/${field.id}`;
  const words = 'In einer Bestellung steht schon eine Antwort darauf.';
  const posted = await at.organizer.form(page, { ...(await formOn(at.organizer, page)), fieldType: 'date' });
  expect(posted.status).toBe(409);
  expect(await posted.text()).toContain(words);
  const asked = await (await at.organizer.fetch(`${page}/delete`)).text();
  expect(asked).toContain(`action="${page}/delete"`);
  expect((await at.organizer.form(`${page}/delete`, {})).status, 'not without a yes').toBe(400);
  const refused = await at.organizer.form(`${page}/delete`, { confirmed: 'true' });
  expect(refused.headers.get('location')).toBe(`${page}?refused=RESOURCE_IN_USE`);
  expect(await (await at.organizer.fetch(`${page}?refused=RESOURCE_IN_USE`)).text()).toContain(words);
});

test('a retired choice cannot be chosen; existing answers stay readable', async () => {
  const at = await scene();
  const field = await made(at, {
    options: [
      { value: 'o1', label: { de: 'Mittel', en: 'Medium' } },
      { value: 'o2', label: { de: 'Groß', en: 'Large' } },
    ],
    isRequired: true,
    includeInConfirmationPdf: true,
  });
  const { orderId } = await answered(at, field, 'o2');
  const page = `${pagePath(at)}/${field.id}`;
  const form = await formOn(at.organizer, page);
  expect(form).toMatchObject({ 'options[1].optionDe': 'Groß', 'options[1].optionValue': 'o2' });
  const saved = await at.organizer.form(page, {
    ...form,
    'options[0].optionDe': 'Medium (bis 80 kg)',
    'options[1].optionDe': '',
    'options[1].optionEn': '',
    'options[2].optionDe': 'Riesig',
  });
  expect(saved.status).toBe(303);
  const { body } = await at.organizer.json<{ rows: Field[] }>('GET', fieldsPath(at));
  const now = body.rows.find(({ id }) => id === field.id);
  expect(now?.options.map(({ value }) => value)).toEqual(['o1', 'Riesig']);
  expect(Object.keys(now ?? {})).not.toContain('formerOptions');

  const late = await at.buyer.json<Refusal>(
    'POST',
    `/api/events/${at.race.eventId}/book`,
    bookingOf(at.race, [runner({ formFieldsSelected: [{ fieldId: field.id, value: 'o2' }] })]),
  );
  expect(Object.keys(late.body.details.fields ?? {})).toEqual([
    `teams.0.participants.0.formFieldsSelected.${field.id}`,
  ]);
  type Order = { order: { competitions: { teams: { participants: { id: number }[] }[] }[] } };
  const { body: order } = await at.buyer.json<Order>('GET', `/api/orders/${orderId}`);
  const participantId = order.order.competitions[0]?.teams[0]?.participants[0]?.id;
  const other = await at.buyer.json('POST', `/api/orders/${orderId}/participants/${participantId}/change-data`, {
    firstName: 'Zoë Marie',
    formFieldsSelected: [{ fieldId: field.id, value: 'o2' }],
  });
  expect(other.status, JSON.stringify(other.body)).toBe(200);
});

test('reads and shows defaults in the user’s language', async () => {
  const at = await scene();
  const create = async (input: Record<string, string>) => {
    const answer = await at.organizer.form(`${pagePath(at)}/new`, { nameDe: 'Frage', ...input });
    expect(answer.status, await answer.text()).toBe(303);
    const { body } = await at.organizer.json<{ rows: Field[] }>('GET', fieldsPath(at));
    return { page: answer.headers.get('location')?.split('?')[0] ?? '', field: body.rows.at(-1) };
  };
  const date = await create({ fieldType: 'date', defaultValue: '1.5.2026' });
  expect(date.field?.defaultValue).toBe('2026-05-01');
  expect((await formOn(at.organizer, date.page)).defaultValue).toBe('01.05.2026');
  expect((await formOn(at.organizer, `${date.page}?lang=en-us`)).defaultValue).toBe('05/01/2026');
  const select = await create({
    fieldType: 'select',
    'options[0].optionDe': 'Nudeln',
    'options[0].optionEn': 'Pasta',
    defaultValue: 'pasta',
  });
  expect(select.field?.defaultValue).toBe('Nudeln');
  const box = await create({ fieldType: 'checkbox', defaultTicked: 'true' });
  expect(box.field?.defaultValue).toBe('true');
  expect((await formOn(at.organizer, box.page)).defaultTicked).toBe('true');
  const wrong = await at.organizer.form(`${pagePath(at)}/new`, {
    nameDe: 'x'.repeat(300),
    fieldType: 'number',
    'options[0].optionDe': 'y'.repeat(300),
  });
  const html = await wrong.text();
  expect(html).toContain('id="field-nameDe-error"');
  expect(html).toContain('id="field-options-0-optionDe-error"');
  const twins = { nameDe: 'Größe', fieldType: 'select', 'options[0].optionDe': 'M', 'options[1].optionDe': 'M' };
  const twice = await at.organizer.form(`${pagePath(at)}/new`, twins);
  expect([twice.status, await twice.text()]).toEqual([400, expect.stringContaining('One choice is listed twice.')]);
});

test('shows the second of two users both versions and saves the next attempt', async () => {
  const at = await scene();
  const field = await made(at, { options: sizes });
  const page = `${pagePath(at)}/${field.id}`;
  const opened = await formOn(at.organizer, page);
  await change(at, field, { name: { de: 'Shirtgröße', en: 'Size' }, isRequired: true });
  const told = await at.organizer.form(page, { ...opened, nameDe: 'T-Shirt' });
  expect(told.status).toBe(409);
  const html = await told.text();
  expect(html).toContain('jetzt Shirtgröße');
  expect(html).toContain('value="T-Shirt"');
  const again = await formOn({ ...at.organizer, fetch: async () => new Response(html) }, page);
  expect(again).toMatchObject({ nameDe: 'T-Shirt', isRequired: 'true' });
  expect((await at.organizer.form(page, again)).status).toBe(303);
  const { body } = await at.organizer.json<{ rows: Json[] }>('GET', fieldsPath(at));
  expect(body.rows.find(({ id }) => id === field.id)).toMatchObject({
    name: { de: 'T-Shirt' },
    isRequired: true,
    options: sizes,
  });
});

test('fields are put in order by all their ids', async () => {
  const at = await scene();
  const first = { id: at.race.clubFieldId };
  const second = await made(at, {});
  const order = (fieldIds: number[]) => at.organizer.json<Refusal>('PATCH', `${fieldsPath(at)}/order`, { fieldIds });
  expect((await order([second.id])).body.details.fields).toHaveProperty('fieldIds');
  expect((await order([second.id, first.id])).status).toBe(200);
  const { body } = await at.organizer.json<{ rows: Field[] }>('GET', fieldsPath(at));
  expect(body.rows.map(({ id }) => id)).toEqual([second.id, first.id]);
  const moved = await at.organizer.form(`${pagePath(at)}/order`, { move: `${second.id}:down` });
  expect(moved.status).toBe(303);
  const { body: after } = await at.organizer.json<{ rows: Field[] }>('GET', fieldsPath(at));
  expect(after.rows.map(({ id }) => id)).toEqual([first.id, second.id]);
});

test('a question with old duplicate choices may change otherwise', async () => {
  const at = await scene();
  const field = await made(at, { type: 'select', options: sizes });
  const twins = sizes.map(({ value }) => ({ value, label: { de: 'Größe', en: 'Size' } }));
  await at.shop.deps.write((work) =>
    work.tx.run(sql`update form_fields set options = ${JSON.stringify(twins)} where id = ${field.id}`),
  );
  await at.shop.deps.write((work) =>
    work.tx.run(sql`update events set version = version + 1 where id = ${at.race.eventId}`),
  );
  expect((await change(at, field, { isRequired: true })).status).toBe(200);
  expect((await change(at, field, { options: twins })).status).toBe(400);
});
