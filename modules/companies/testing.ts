import { updateEvent } from '#modules/events/index.ts';
import { invoicingScene, raceOffice } from '#modules/invoicing/customer/testing.ts';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { addOrganizerUser } from '#modules/organizers/index.ts';
import { ready } from '#src/data/hot-statements.ts';
import type { Caller } from '#tests/support/shop.ts';

export const acme = {
  name: 'ACME GmbH',
  address: {
    ...{ firstName: 'Bea', lastName: 'Buch', street: 'Werkstraße', houseNumber: '7', zipCode: '4030', city: 'Linz' },
    ...{ countryCode: 'AT', vatId: 'ATU12345675' },
  },
  contactEmail: 'buchhaltung@acme.example',
  paymentDays: 14,
  limit: 20_000,
  members: ['eva@acme.example', 'max@acme.example'],
};

export type CompanyView = {
  id: number;
  open: number;
  billed: number;
  overdue: number;
  orders: { orderId: number; open: number; invoiceNumber: string | null }[];
  bills: Bill[];
  members: string[];
  nextBillAt: string | null;
};
export type Bill = {
  id: number;
  reference: string;
  dueOn: string;
  total: number;
  open: number;
  state: string;
  orders: { orderId: number; open: number; billed: number; totalPrice: number; invoiceNumber: string | null }[];
};
type Refused = { code: string; details: Record<string, unknown> };

/** A race at 31.50 € per person. Its organizer issues invoices; ACME may have up to 200 € open. */
export async function companyScene(change: Record<string, unknown> = {}) {
  const { shop, organizerId, race, marathonId } = await invoicingScene();
  await shop.deps.write(async (work) => {
    await updateEvent(work, race.eventId, { companyAccounts: true, paymentInAdvancePossible: true });
    await addOrganizerUser(work, organizerId, 'money@example.test', null, 'finance');
  });
  const office = await shop.login('money@example.test');
  const list = `/api/admin/organizers/${organizerId}/companies`;
  const kept = await office.json<{ company: CompanyView } & Refused>('POST', list, { ...acme, ...change });
  if (kept.status !== 201) throw new Error(JSON.stringify(kept.body));
  const companyId = kept.body.company.id;
  /** A new login each time, because a login counts as recent for two hours only. */
  const staff = () => shop.login('money@example.test');
  const eva = await shop.login('eva@acme.example');
  const setStatus = async (orderId: number, status: string) => {
    const path = `/api/admin/orders/${orderId}/status`;
    const done = await (await shop.login(raceOffice)).json('PATCH', path, { status });
    if (done.status !== 200) throw new Error(JSON.stringify(done.body));
    await shop.settle();
  };
  const cancel = (orderId: number) => setStatus(orderId, 'canceled');
  const book = async (who: Caller, people = 1) => {
    const runners = Array.from({ length: people }, () => runner());
    const { status, body } = await who.json<{ orderId: number } & Refused>(
      'POST',
      `/api/events/${race.eventId}/book`,
      bookingOf(race, runners),
    );
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.orderId;
  };
  const put = (who: Caller, orderId: number, id = companyId) =>
    who.json<{ orderId: number; company: string } & Refused>('POST', `/api/orders/${orderId}/on-account`, {
      companyId: id,
    });
  const onAccount = async (people = 1) => {
    const who = await shop.login('eva@acme.example');
    const orderId = await book(who, people);
    const { status, body } = await put(who, orderId);
    if (status !== 200) throw new Error(JSON.stringify(body));
    await shop.settle();
    return orderId;
  };
  const bill = async () => {
    const made = await (await staff()).json<{ bill: Bill } & Refused>(
      'POST',
      `/api/admin/companies/${companyId}/bills`,
    );
    await shop.settle();
    return made;
  };
  const paid = async (billId: number, amount?: number) => {
    const path = `/api/admin/company-bills/${billId}/paid`;
    const done = await (await staff()).json<{ bill: Bill } & Refused>(
      'POST',
      path,
      amount === undefined ? {} : { amount },
    );
    await shop.settle();
    return done;
  };
  const look = async () => {
    const view = await (await staff()).json<{ company: CompanyView }>('GET', `/api/admin/companies/${companyId}`);
    return view.body.company;
  };
  const order = async (orderId: number) => {
    const [row] = await shop.deps.read.all<Record<string, string | number | null>>(
      ready(
        `select status, payment_status, payment_method, paid_at, expires_at,
          (select coalesce(sum(case kind when 'payment' then amount_cents else -amount_cents end), 0) from ledger_entries l
            where l.order_id = o.id) ledger from orders o where id = ?`,
        [orderId],
      ),
    );
    return row;
  };
  return {
    ...shop,
    shop,
    race,
    marathonId,
    organizerId,
    companyId,
    office,
    staff,
    eva,
    setStatus,
    cancel,
    list,
    book,
    put,
    onAccount,
    bill,
    paid,
    look,
    order,
  };
}
