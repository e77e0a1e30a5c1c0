import { makeRace } from '#modules/orders/testing.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import type { Caller, TestShop } from '#tests/support/shop.ts';

export type ImportAnswer = {
  import: {
    id: number;
    columns: { head: string; field: string }[];
    rows: { line: number; outcome: string; errors: string[]; participant: Record<string, string | number | null> }[];
    counts: { new: number; duplicate: number; refused: number };
    quote: { totalPrice: number; orderItems: { kind: string; priceTotal: number }[] } | null;
  };
  orderId: number;
  code?: string;
  details?: Record<string, unknown> & { fields?: Record<string, string[]>; fault?: string };
};

export const listOrganizer = 'listen@example.test';
export const clubAddress = {
  ...{ firstName: 'Vera', lastName: 'Verein', companyName: 'SV Linz', street: 'Weg', zipCode: '4020', city: 'Linz' },
  countryCode: 'AT',
};

export const csvOf = (...rows: string[][]): string => rows.map((row) => row.join(';')).join('\r\n');

/** Uploads a list as multipart, like a program does. */
export async function sendList(
  caller: Caller,
  eventId: number,
  content: string | Uint8Array,
  { columns, name = 'liste.csv', language }: { columns?: unknown; name?: string; language?: string } = {},
): Promise<{ status: number; body: ImportAnswer }> {
  const form = new FormData();
  form.set('file', new File([content as BlobPart], name));
  if (columns) form.set('columns', JSON.stringify(columns));
  const answer = await caller.fetch(
    `/api/admin/events/${eventId}/participant-imports${language ? `?lang=${language}` : ''}`,
    {
      method: 'POST',
      headers: { 'x-csrf-token': caller.cookies.get('csrf-token') ?? '' },
      body: form,
    },
  );
  return { status: answer.status, body: (await answer.json()) as ImportAnswer };
}

/** The race of the orders' tests with an organizer who imports lists. */
export async function importScene(shop: TestShop, change: Parameters<typeof makeRace>[1] = {}) {
  const race = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'Laufclub Donau' });
    await addOrganizerUser(work, organizerId, listOrganizer, null, 'manager');
    const event = { organizerId, paymentInAdvancePossible: true, ...change.event };
    return { organizerId, ...(await makeRace(work, { ...change, event })) };
  });
  const organizer = await shop.login(listOrganizer);
  const send = (content: string | Uint8Array, options?: Parameters<typeof sendList>[3]) =>
    sendList(organizer, race.eventId, content, options);
  const apply = (importId: number, body: Record<string, unknown> = {}) =>
    organizer.json<ImportAnswer>('POST', `/api/admin/events/${race.eventId}/participant-imports/${importId}/apply`, {
      payer: { email: 'club@example.test', contactAddress: clubAddress },
      payment: 'transfer',
      sendTickets: true,
      ...body,
    });
  return { ...shop, shop, race, organizer, send, apply };
}

/** Uploads a list on a page; returns the redirect, or the status. */
export async function uploadPage(caller: Caller, path: string, content: string): Promise<string> {
  await caller.fetch(path);
  const form = new FormData();
  form.set('file', new File([content], 'liste.csv'));
  form.set('csrf', caller.cookies.get('csrf-token') ?? '');
  const answer = await caller.fetch(path, { method: 'POST', body: form });
  return answer.headers.get('location') ?? String(answer.status);
}
