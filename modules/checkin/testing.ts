import { orderOf, peopleOf } from '#modules/orders/index.ts';
import { markPaid } from '#modules/payments/index.ts';
import { order, race, raceOrganizer } from '#modules/payments/testing.ts';
import { present } from '#src/kernel/assert.ts';
import type { Caller, TestShop } from '#tests/support/shop.ts';
import { parseTicketCode } from './rules/ticket-code.ts';
import { ticketCodeOf } from './ticket-mac.ts';

export const runners = [
  { firstName: 'Zoë', lastName: 'Wałęsa', email: 'zoe@runner.example' },
  { firstName: 'Jörg', lastName: 'Groß' },
];

export async function gateOf(shop: TestShop) {
  const where = await race(shop);
  const orderId = await order(shop, where, { people: runners });
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  const people = peopleOf(present(await orderOf(shop.deps.read, orderId), 'it was just placed'));
  const ids = people.map(({ person }) => person.id) as [number, number];
  const codeOf = (participantId: number) => ticketCodeOf(shop.deps.signer, where.eventId, participantId);
  return {
    ...where,
    orderId,
    ids,
    codeOf,
    macOf: (participantId: number) => present(parseTicketCode(codeOf(participantId)), 'a code of ours').mac,
    organizer: await shop.login(raceOrganizer),
    base: `/api/admin/events/${where.eventId}`,
  };
}
export type Gate = Awaited<ReturnType<typeof gateOf>>;

type Made = { device: { id: number; link: string } };

export async function deviceAt(
  shop: TestShop,
  { organizer, base }: Pick<Gate, 'organizer' | 'base'>,
  input: { gate?: string; mayHandOut?: boolean; mayTakeCash?: boolean } = {},
): Promise<{ phone: Caller; id: number; api: string; code: string }> {
  const made = await organizer.json<Made>('POST', `${base}/devices`, { gate: 'Eingang Nord', ...input });
  const { id, link } = made.body.device;
  const code = link.split('#')[1] ?? '';
  const phone = shop.visitor();
  await phone.json('POST', '/api/scan/devices', { code });
  return { phone, id, api: `/api/scan/devices/${id}`, code };
}
