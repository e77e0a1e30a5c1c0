import { describe, expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { raceOffice } from '#modules/invoicing/customer/testing.ts';
import { importBankFile, readToEnd } from '#modules/payments/index.ts';
import { ready } from '#src/data/hot-statements.ts';
import { days } from '#src/kernel/time.ts';
import { billOfMonth, monthlyBillsJob, remindBillsJob } from './bills.ts';
import { acme, type Bill, type CompanyView, companyScene } from './testing.ts';

describe('an order on account', () => {
  test('is complete with its money open: tickets and an invoice to the company go out, and it does not expire', async () => {
    const at = await companyScene();
    const orderId = await at.onAccount();
    expect(await at.order(orderId)).toEqual({
      ...{ status: 'complete', payment_status: 'pending', payment_method: 'account', paid_at: null, expires_at: null },
      ledger: 0,
    });
    const company = await at.look();
    expect(company).toMatchObject({ open: 3150, billed: 0, overdue: 0, bills: [] });
    expect(company.orders).toMatchObject([{ orderId, open: 3150, invoiceNumber: 'R1-000001' }]);
    const [paper] = await at.deps.read.all<{ data: string }>(
      ready('select data from invoices where order_id = ?', [orderId]),
    );
    expect(JSON.parse(paper?.data ?? '{}')).toMatchObject({
      buyer: { name: 'ACME GmbH', vatId: 'ATU12345675', city: 'Linz' },
      totals: { due: 3150 },
      payment: { terms: expect.stringContaining('Sammelabrechnung'), paidOn: null },
    });
    const [mail] = await at.mails('eva@acme.example');
    expect(mail?.text).toContain('Auf Rechnung der Firma');
    at.clock.advance(days(30));
    await at.settle();
    expect((await at.order(orderId))?.status).toBe('complete');
  });

  test('is for members of the organizer’s companies, for open orders of events that accept it', async () => {
    const at = await companyScene();
    const stranger = await at.login('stranger@example.test');
    const theirs = await at.book(stranger);
    expect((await at.put(stranger, theirs)).status).toBe(404);
    expect((await at.put(at.eva, theirs)).status).toBe(404);
    const contact = await at.login(acme.contactEmail);
    const ofContact = await at.book(contact);
    expect((await at.put(contact, ofContact)).status).toBe(404);
    const orderId = await at.book(at.eva);
    await at.deps.write((work) => updateEvent(work, at.race.eventId, { companyAccounts: false }));
    expect((await at.put(at.eva, orderId)).body).toMatchObject({
      ...{ code: 'COMPANY_ORDER_NOT_POSSIBLE', details: { reason: 'notOffered' } },
    });
    await at.deps.write((work) => updateEvent(work, at.race.eventId, { companyAccounts: true }));
    expect((await at.put(at.eva, orderId)).status).toBe(200);
    expect((await at.put(at.eva, orderId)).body.details).toEqual({ reason: 'notOpen' });
    const closed = { ...acme, isClosed: true };
    expect((await at.office.json('PUT', `/api/admin/companies/${at.companyId}`, closed)).status).toBe(200);
    expect((await at.put(at.eva, await at.book(at.eva))).status).toBe(404);
  });

  test('stays within the limit that was agreed, and what was paid makes room again', async () => {
    const at = await companyScene({ limit: 9300 });
    const first = await at.onAccount(2);
    expect(await at.look()).toMatchObject({ open: 6150 });
    await at.onAccount();
    const third = await at.book(at.eva);
    expect((await at.put(at.eva, third)).body).toMatchObject({
      ...{ code: 'COMPANY_LIMIT_REACHED', details: { limit: 9300, open: 9300, total: 3150 } },
    });
    expect((await at.order(third))?.status).toBe('pending');
    // A trigger enforces the limit for statements that bypass the function.
    await expect(
      at.deps.write(({ tx }) =>
        tx.run(ready('insert into company_orders values (?, ?, null, 1)', [third, at.companyId])),
      ),
    ).rejects.toThrow();
    await at.cancel(first);
    expect(await at.look()).toMatchObject({ open: 3150 });
    expect((await at.put(at.eva, third)).status).toBe(200);
  });
});

describe('a collective bill', () => {
  test('asks for all open orders, is mailed with its document, and its payment pays them', async () => {
    const at = await companyScene();
    const orders = [await at.onAccount(), await at.onAccount(2)];
    const { status, body } = await at.bill();
    expect(status).toBe(201);
    expect(body.bill).toMatchObject({ total: 9300, open: 9300, state: 'open' });
    expect(body.bill.orders.map(({ orderId, billed }) => [orderId, billed])).toEqual([
      [orders[0], 3150],
      [orders[1], 6150],
    ]);
    const [mail] = await at.mails(acme.contactEmail);
    expect(mail?.subject).toBe('Sammelabrechnung 1 von Laufverein Donau: 93,00 €');
    expect(mail?.text).toContain(body.bill.reference);
    const files = await at.deps.read.all(
      ready('select name from mailbox_attachments where message_id = ? order by id', [mail?.id ?? 0]),
    );
    expect(files).toEqual([{ name: 'Sammelabrechnung-1.pdf' }, { name: 'payment.png' }]);
    expect((await at.bill()).body.code).toBe('COMPANY_NOTHING_TO_BILL');
    expect((await at.paid(body.bill.id)).body.bill).toMatchObject({ open: 0, state: 'paid' });
    for (const orderId of orders)
      expect(await at.order(orderId)).toMatchObject({ payment_status: 'completed', payment_method: 'account' });
    expect(await at.order(orders[1] ?? 0)).toMatchObject({ ledger: 6150 });
    expect((await at.paid(body.bill.id)).body.code).toBe('COMPANY_BILL_NOT_OPEN');
    expect(await at.look()).toMatchObject({ open: 0, overdue: 0 });
  });

  test('is paid by a part: the oldest orders first, and never by more than is open', async () => {
    const at = await companyScene();
    const [first, second] = [await at.onAccount(), await at.onAccount()];
    const { bill } = (await at.bill()).body;
    expect((await at.paid(bill.id, 6301)).body).toMatchObject({
      code: 'COMPANY_BILL_NOT_OPEN',
      details: { open: 6300 },
    });
    expect((await at.paid(bill.id, 4000)).body.bill).toMatchObject({ open: 2300, state: 'partly' });
    expect(await at.order(first)).toMatchObject({ ledger: 3150, payment_status: 'completed' });
    expect(await at.order(second)).toMatchObject({ ledger: 850, payment_status: 'pending' });
    expect((await at.paid(bill.id, 2300)).body.bill).toMatchObject({ open: 0, state: 'paid' });
  });

  test('that the bank’s file names is paid by it to the cent; another sum waits for a person', async () => {
    const at = await companyScene();
    const orders = [await at.onAccount(), await at.onAccount(2), await at.onAccount()];
    const { bill } = (await at.bill()).body;
    // One is canceled after the bill: it asks for that much less.
    await at.cancel(orders[2] ?? 0);
    const imported = async (amount: string, day: string) => {
      const csv = `Buchungsdatum;Betrag;Währung;Verwendungszweck;Auftraggeber;IBAN\n${day};+${amount};EUR;Abrechnung ${bill.reference};ACME;AT483200000012345864\n`;
      const file = { bytes: new TextEncoder().encode(csv), name: 'bank.csv' };
      return (await importBankFile(at.deps, await readToEnd(at.deps, file, 1), 1)).rows.map(({ outcome }) => outcome);
    };
    expect(await imported('124,50', '02.03.2026')).toEqual(['amountMismatch']);
    expect(await imported('93,00', '03.03.2026')).toEqual(['paid']);
    await at.settle();
    expect((await at.look()).bills).toMatchObject([{ total: 12450, open: 0, state: 'paid' }]);
    expect(await at.order(orders[1] ?? 0)).toMatchObject({ ledger: 6150, payment_status: 'completed' });
    expect(await at.order(orders[2] ?? 0)).toMatchObject({ ledger: 0, status: 'canceled' });
    expect(await imported('93,00', '04.03.2026')).toEqual(['alreadyPaid']);
  });

  test('leaves out orders canceled or paid before; later cancellations are not due', async () => {
    const at = await companyScene();
    const [canceled, kept, later] = [await at.onAccount(), await at.onAccount(), await at.onAccount()];
    await at.cancel(canceled);
    const { bill } = (await at.bill()).body;
    expect(bill.orders.map(({ orderId }) => orderId)).toEqual([kept, later]);
    await at.cancel(later);
    expect((await at.look()).bills).toMatchObject([{ total: 6300, open: 3150 }]);
    const [told] = (await at.mails('eva@acme.example')).filter(({ subject }) => /[Ss]torn/.test(subject));
    expect(told?.text).toContain('Verrechnet wird nichts');
    const kinds = await at.deps.read.all(ready('select kind from invoices where order_id = ? order by id', [later]));
    expect(kinds).toEqual([{ kind: 'invoice' }, { kind: 'creditNote' }]);
    // It comes back and waits for money as any order does; then it may go on account anew, and onto the next bill.
    await at.setStatus(later, 'pending');
    expect((await at.look()).open).toBe(3150);
    expect((await at.put(at.eva, later)).status).toBe(200);
    await at.settle();
    expect((await at.look()).bills).toMatchObject([{ open: 3150 }]);
    expect((await at.bill()).body.bill).toMatchObject({ total: 3150, orders: [{ orderId: later }] });
  });

  test('refuses to change a bill, or to put an order on two', async () => {
    const at = await companyScene();
    const orderId = await at.onAccount();
    const { bill } = (await at.bill()).body;
    const refused = async (sql: string) => expect(at.deps.write(({ tx }) => tx.run(ready(sql, [])))).rejects.toThrow();
    await refused('update company_bills set total_cents = 1');
    await refused('delete from company_bills');
    await refused('update company_bill_lines set amount_cents = 1');
    await refused('delete from company_bill_lines');
    await refused(`insert into company_bill_lines values (${bill.id + 1}, ${orderId}, 100)`);
    await refused('update company_audits set detail = null');
  });

  test('sends two reminders of an unpaid bill, then tells the organizer', async () => {
    const at = await companyScene();
    await at.onAccount();
    const { bill } = (await at.bill()).body;
    const run = async (day: number) => {
      at.clock.advance(days(day));
      await remindBillsJob(at.deps).run();
      await at.settle();
      return (await at.mails())
        .filter(({ subject }) => subject.includes('Sammelabrechnung'))
        .map(({ subject }) => subject);
    };
    expect(await run(16)).toHaveLength(1);
    expect(await run(2)).toHaveLength(2);
    expect(await run(11)).toHaveLength(3);
    const told = await run(16);
    expect(told).toHaveLength(4);
    expect(told).toContain('ACME GmbH zahlt nicht: Sammelabrechnung 1');
    expect(await run(10)).toHaveLength(4);
    expect((await at.look()).bills).toMatchObject([{ state: 'overdue', open: 3150 }]);
    await at.paid(bill.id);
    expect((await at.look()).bills).toMatchObject([{ state: 'paid', open: 0 }]);
  });

  test('sends no reminder of a paid bill', async () => {
    const at = await companyScene();
    await at.onAccount();
    const { bill } = (await at.bill()).body;
    await at.paid(bill.id);
    at.clock.advance(days(30));
    await remindBillsJob(at.deps).run();
    await at.settle();
    expect(await at.mails(acme.contactEmail)).toHaveLength(1);
  });

  test('a withdrawn bill asks for nothing, and its orders wait for the next one', async () => {
    const at = await companyScene();
    const [first, second] = [await at.onAccount(), await at.onAccount()];
    const { bill } = (await at.bill()).body;
    await at.paid(bill.id, 4000);
    const path = `/api/admin/company-bills/${bill.id}/withdraw`;
    const withdraw = async () => (await at.staff()).json<{ bill: Bill; code: string }>('POST', path);
    expect((await withdraw()).body.bill).toMatchObject({ state: 'withdrawn', open: 0, total: 6300 });
    expect((await withdraw()).body.code).toBe('COMPANY_BILL_NOT_OPEN');
    expect((await at.paid(bill.id)).body.code).toBe('COMPANY_BILL_NOT_OPEN');
    await at.settle();
    const company = await at.look();
    expect(company).toMatchObject({ open: 2300, billed: 0, overdue: 0 });
    expect(company.orders).toMatchObject([{ orderId: second, open: 2300 }]);
    const told = (await at.mails(acme.contactEmail)).find(({ subject }) => subject.includes('gilt nicht mehr'));
    expect(told?.text).toContain('Bitte überweise darauf nichts mehr');
    expect(told?.text).not.toContain('IBAN');
    // No reminders; even an exact payment waits for a person.
    at.clock.advance(days(40));
    await remindBillsJob(at.deps).run();
    await at.settle();
    expect((await at.mails()).filter(({ subject }) => /Erinnerung|zahlt nicht/.test(subject))).toEqual([]);
    const imported = async ({ reference }: Bill, amount: string, day: string) => {
      const csv = `Buchungsdatum;Betrag;Währung;Verwendungszweck;Auftraggeber;IBAN\n${day};+${amount};EUR;Abrechnung ${reference};ACME;AT483200000012345864\n`;
      const file = { bytes: new TextEncoder().encode(csv), name: 'bank.csv' };
      return (await importBankFile(at.deps, await readToEnd(at.deps, file, 1), 1)).rows.map(({ outcome }) => outcome);
    };
    expect(await imported(bill, '23,00', '02.03.2026')).toEqual(['notFound']);
    expect(await at.order(second)).toMatchObject({ ledger: 850, payment_status: 'pending' });
    const next = (await at.bill()).body.bill;
    expect(next).toMatchObject({ total: 2300, orders: [{ orderId: second, billed: 2300 }] });
    expect(await imported(next, '23,00', '03.03.2026')).toEqual(['paid']);
    await at.settle();
    expect((await at.look()).bills).toMatchObject([{ state: 'paid' }, { state: 'withdrawn' }]);
    expect(await at.order(first)).toMatchObject({ ledger: 3150 });
    const last = await at.deps.read.all(ready("select detail from company_audits where what = 'withdrawn'", []));
    expect(last).toEqual([{ detail: `${bill.id} 2300` }]);
  });

  test('is withdrawn after a confirmation that names the recipient', async () => {
    const at = await companyScene();
    await at.onAccount();
    const { bill } = (await at.bill()).body;
    const office = await at.staff();
    const one = `/admin/organizer/${at.organizerId}/companies/${at.companyId}`;
    const ask = `${one}/bills/${bill.id}/withdraw`;
    expect(await (await office.fetch(one)).text()).toContain(ask);
    const asked = await (await office.fetch(ask)).text();
    expect(asked).toContain('Wir schreiben der Firma');
    expect(asked).toContain('31,50');
    const done = await office.form(ask, { confirmed: 'true' });
    expect(done.headers.get('location')).toBe(`${one}?done=withdrawn`);
    const view = await (await office.fetch(`${one}?done=withdrawn`)).text();
    expect(view).toContain('warten auf die nächste');
    expect(view).toContain('zurückgenommen');
    expect(view).not.toContain(ask);
    const paper = await office.fetch(`${one}/bills/${bill.id}`);
    expect(paper.headers.get('content-type')).toContain('application/pdf');
  });

  test('is made once on the first of the month if something is open', async () => {
    const at = await companyScene({ billing: 'monthly' });
    const { nextBillAt } = await at.look();
    expect(nextBillAt).toMatch(/-01T0[45]:00:00\.000Z$/);
    await at.onAccount();
    const job = monthlyBillsJob(at.deps);
    await job.run();
    expect((await at.look()).bills).toEqual([]);
    at.clock.advance(Date.parse(nextBillAt ?? '') - at.clock());
    await job.run();
    await at.deps.write((work) => billOfMonth(work, at.companyId));
    await at.settle();
    expect((await at.look()).bills).toMatchObject([{ total: 3150 }]);
    at.clock.advance(days(31));
    await job.run();
    expect((await at.look()).bills).toHaveLength(1);
  });
});

describe('what was agreed', () => {
  test('is validated, stored, and its changed fields are in the history', async () => {
    const at = await companyScene();
    const send = async (change: object) => (await at.office.json('POST', at.list, { ...acme, ...change })).status;
    for (const change of [
      { name: '' },
      { name: 'www.gewinn.example' },
      { limit: 0 },
      { paymentDays: 91 },
      { contactEmail: 'x' },
      { members: ['x'] },
      { address: { ...acme.address, street: '' } },
      { address: { ...acme.address, vatId: 'ATU1' } },
    ])
      expect(await send(change)).toBe(400);
    const path = `/api/admin/companies/${at.companyId}`;
    const change = { ...acme, limit: 50_000, members: ['eva@acme.example', 'Neu@ACME.example'] };
    const { body } = await at.office.json<{ company: CompanyView }>('PUT', path, change);
    expect(body.company).toMatchObject({ limit: 50_000, members: ['eva@acme.example', 'neu@acme.example'] });
    const audits = await at.deps.read.all(ready('select what, detail from company_audits order by id', []));
    expect(audits).toEqual([
      { what: 'created', detail: '' },
      { what: 'changed', detail: 'limit members' },
    ]);
  });

  test('shows open sums to members and bill recipients, and forgets deleted accounts', async () => {
    const at = await companyScene();
    await at.onAccount();
    const own = async (email: string) =>
      (await (await at.login(email)).json<{ companies: { open: number }[] }>('GET', '/api/companies')).body.companies;
    expect(await own('max@acme.example')).toMatchObject([{ open: 3150 }]);
    expect(await own(acme.contactEmail)).toMatchObject([{ open: 3150 }]);
    expect(await own('stranger@example.test')).toEqual([]);
    const settings = async (email: string) => (await (await at.login(email)).fetch('/settings')).text();
    for (const email of ['max@acme.example', acme.contactEmail])
      expect(await settings(email)).toContain('href="/companies"');
    expect(await settings('stranger@example.test')).not.toContain('/companies');
    const { companyData } = await import('./module.ts');
    const idOf = async (email: string) => {
      const [row] = await at.deps.read.all<{ id: number }>(ready('select id from users where email = ?', [email]));
      return Number(row?.id);
    };
    const max = await idOf('max@acme.example');
    expect(await companyData.collect(at.deps.read, max)).toEqual({
      companies: [{ id: at.companyId, name: 'ACME GmbH', getsBills: false }],
    });
    for (const id of [max, await idOf(acme.contactEmail)]) await at.deps.write((work) => companyData.erase(work, id));
    expect(await at.look()).toMatchObject({ members: ['eva@acme.example'], contactEmail: null });
    expect((await at.bill()).status).toBe(201);
  });
});

test('fees and what the platform adds come with the money, not before it', async () => {
  const at = await companyScene();
  await at.onAccount();
  const { draftOf } = await import('#modules/invoicing/settlements/read-draft.ts');
  const figures = async () => (await draftOf(at.deps.read, at.race.eventId, at.clock()))?.figures;
  expect(await figures()).toMatchObject({ tickets: 0, received: 0 });
  const { bill } = (await at.bill()).body;
  await at.paid(bill.id);
  // By hand nothing proves it yet.
  expect(await figures()).toMatchObject({ tickets: 0, held: 3150 });
});

test('whoever is moved to what costs more is told that the company is billed for it, and the bill asks for that', async () => {
  const at = await companyScene();
  const { marathonId } = at;
  const orderId = await at.onAccount();
  await at.bill();
  const [person] = await at.deps.read.all<{ id: number }>(
    ready('select id from participants where order_id = ?', [orderId]),
  );
  const boss = await at.login(raceOffice);
  const path = `/api/admin/orders/${orderId}/change-participant-competition`;
  const moved = await boss.json('PATCH', path, { participantId: person?.id, competitionId: marathonId });
  expect([moved.status, moved.body]).toMatchObject([200, {}]);
  await at.settle();
  const [mail] = (await at.mails('eva@acme.example')).filter(({ text }) => text.includes('Marathon'));
  expect(mail?.text).toContain('Du musst nichts zahlen: Deine Firma bekommt eine Sammelabrechnung.');
  expect(mail?.text).not.toContain('IBAN');
  expect((await at.look()).bills).toMatchObject([{ total: 3150, open: 5150 }]);
});

test('checks the limit for new orders on account, not for moves by the organizer', async () => {
  const at = await companyScene({ limit: 2 * 3150 });
  const orderId = await at.onAccount();
  const [person] = await at.deps.read.all<{ id: number }>(
    ready('select id from participants where order_id = ?', [orderId]),
  );
  const next = await at.book(at.eva);
  const boss = await at.login(raceOffice);
  const path = `/api/admin/orders/${orderId}/change-participant-competition`;
  const move = { participantId: person?.id, competitionId: at.marathonId };
  expect((await boss.json('PATCH', path, move)).status).toBe(200);
  expect((await at.look()).open).toBe(5150);
  expect((await at.put(at.eva, next)).body).toMatchObject({
    code: 'COMPANY_LIMIT_REACHED',
    details: { limit: 6300, open: 5150 },
  });
});
