import { sql } from 'drizzle-orm';
import { bankLayouts, camtFile, type MadeLine } from '#modules/payments/bank-files/testing.ts';
import { upload } from '#modules/payments/bank-import/testing.ts';
import { makeReference } from '#modules/payments/rules/payment-reference.ts';
import { tokenIn } from '#tests/support/saferpay.ts';
import type { Caller } from '#tests/support/shop.ts';
import { billLine } from './companies.ts';
import type { Season } from './season.ts';
import { someOrder, tried } from './tried.ts';

/** Money comes by card and by bank file, and goes back, while the provider and the network do what they like. */

/** A provider as it is on a bad day. */
export const badDay = {
  timeoutBefore: 0.03,
  timeoutAfter: 0.03,
  error500: 0.02,
  declined: 0.15,
  aborted: 0.1,
  pending: 0.05,
  withoutReturn: 0.1,
  pendingCapture: 0.02,
  pendingRefund: 0.05,
  dropNotification: 0.2,
  duplicateNotification: 0.2,
  reorderNotification: 0.1,
};

/** Answers of the shop that the provider caused are part of a bad day, and say so by their code. */
const providerFailed = new Set(['PAYMENT_NO_RESPONSE', 'PAYMENT_UNEXPECTED']);

async function ownerOf({ buyers }: Season, orderId: number): Promise<Caller | null> {
  for (const buyer of buyers) if ((await buyer.fetch(`/api/orders/${orderId}`)).status === 200) return buyer;
  return null;
}

async function payByCard(season: Season): Promise<void> {
  const { dice, provider } = season;
  const orderId = someOrder(season);
  const buyer = dice.chance(0.1) ? dice.pick(season.buyers) : await ownerOf(season, orderId);
  if (!buyer) return;
  const paymentMethod = dice.pick(['visa', 'mastercard', 'applepay', 'googlepay', 'eps', 'giropay']);
  const path = `/api/orders/${orderId}/init`;
  const begun = await buyer.json<{ redirectUrl?: string; code?: string }>('POST', path, { paymentMethod });
  const code = begun.body.code ?? '';
  if (begun.status >= 500 && !providerFailed.has(code)) throw new Error(`pay: ${begun.status} ${code}`);
  const outcome = begun.status < 300 ? 'pay by card' : `pay by card: ${code}`;
  season.log.set(outcome, (season.log.get(outcome) ?? 0) + 1);
  if (!begun.body.redirectUrl || dice.chance(0.1)) return;
  const paid = await provider.simulator.pay(tokenIn(begun.body.redirectUrl));
  if (dice.chance(0.1)) await tried(season, 'cancel own', buyer, 'PATCH', `/api/orders/${orderId}/cancel`);
  if (paid.location !== null && dice.chance(0.7)) {
    const { pathname, search } = new URL(paid.location);
    const back = await buyer.fetch(pathname + search);
    if (back.status !== 303) throw new Error(`the way back answered ${back.status}`);
  }
  if (dice.chance(0.3)) await tried(season, 'ask for the payment', buyer, 'POST', `/api/orders/${orderId}/assert`);
}

/** Money wants a login of the last two hours. */
export const freshly = async (season: Season, email: string, options: { superAdmin?: boolean } = {}): Promise<Caller> =>
  season.shop.login(email, options);

async function refund(season: Season): Promise<void> {
  const { dice } = season;
  const organizer = await freshly(season, 'organizer@season.test');
  const mode = dice.pick(['full', 'withoutProcessingFee', 'custom', 'custom']);
  const body = {
    orderIds: [someOrder(season), ...(dice.chance(0.2) ? [someOrder(season)] : [])].filter((id) => id > 0),
    mode,
    ...(mode === 'custom' ? { amount: dice.between(-1, 3000) } : {}),
  };
  if (body.orderIds.length === 0) return;
  const path = '/api/admin/orders/refund-orders';
  // Pressed twice by two people.
  const calls = dice.chance(0.3) ? 2 : 1;
  await Promise.all(
    Array.from({ length: calls }, () => tried(season, `refund ${mode}`, organizer, 'POST', path, body)),
  );
}

const cancelRefund = ({ dice }: Season) => {
  const mode = dice.pick(['none', 'full', 'full', 'withoutProcessingFee', 'custom', 'all of it']);
  return { mode, ...(mode === 'custom' ? { amount: dice.between(-1, 3000) } : {}) };
};

/** Canceled together with a decision about the money; sometimes by two, sometimes many at once. */
async function cancelWithMoney(season: Season): Promise<void> {
  const { dice } = season;
  const organizer = await freshly(season, 'organizer@season.test');
  const orderId = someOrder(season) || 1;
  const one = () =>
    tried(season, 'cancel and refund', organizer, 'PATCH', `/api/admin/orders/${orderId}/cancel`, {
      refund: cancelRefund(season),
    });
  const many = () =>
    tried(season, 'cancel and refund many', organizer, 'PATCH', '/api/admin/orders/cancel', {
      orderIds: [orderId, someOrder(season) || 1],
      refund: cancelRefund(season),
    });
  await Promise.all(dice.chance(0.3) ? [one(), many()] : [dice.chance(0.7) ? one() : many()]);
}

const accounts = ['AT611904300234573201', 'DE89370400440532013000', 'CH9300762011623852957', 'AT00', ''];

/** A buyer, or somebody who hopes to be one, says where the money goes. */
async function enterAccount(season: Season): Promise<void> {
  const { dice, log, shop } = season;
  const orderId = someOrder(season) || 1;
  const owner = await ownerOf(season, orderId);
  const caller = dice.chance(0.2) || !owner ? dice.pick(season.buyers) : owner;
  const before = await accountsOf(season, orderId);
  const fields = {
    iban: dice.pick(accounts),
    accountHolder: dice.pick(['Ada Berger', '']),
    bic: dice.pick(['', 'POFICHBEXXX']),
  };
  const { status } = await caller.form(`/orders/${orderId}/refund-account`, fields);
  if (status >= 500) throw new Error(`account: ${status}`);
  const isOwn = (await caller.fetch(`/api/orders/${orderId}`)).status === 200;
  const isSame = JSON.stringify(await accountsOf(season, orderId)) === JSON.stringify(before);
  if (!isOwn && !isSame) throw new Error(`a stranger sent the money of order ${orderId} elsewhere`);
  log.set(`account: ${status}`, (log.get(`account: ${status}`) ?? 0) + 1);
  if (dice.chance(0.1)) await shop.settle();
}
const accountsOf = ({ shop }: Season, orderId: number) =>
  shop.deps.read.all<{ iban: string | null }>(sql`select id, iban, file_id from refunds where order_id = ${orderId}`);

async function settleTransfers(season: Season): Promise<void> {
  const { dice } = season;
  const admin = await freshly(season, 'office@season.test', { superAdmin: true });
  const body = {
    orderIds: [someOrder(season) || 1],
    refundStatus: dice.pick(['completed', 'completed', 'failed', 'pending']),
  };
  await tried(season, 'set refund status', admin, 'POST', '/api/admin/orders/set-refund-status', body);
}

let imports = 0;

/** A statement with some transfers that fit, some that do not, and sometimes the same file again. */
async function importBankFile(season: Season): Promise<void> {
  const { dice, shop } = season;
  if (season.orderIds.length === 0) return;
  const admin = await freshly(season, 'office@season.test', { superAdmin: true });
  const lines = [];
  for (let n = dice.between(1, 4); n > 0; n -= 1) {
    const orderId = someOrder(season);
    const state = await season.organizer.json<{ order?: { totalPrice: number } }>(
      'GET',
      `/api/admin/orders/${orderId}`,
    );
    const total = state.body.order?.totalPrice ?? 1000;
    const amount = dice.chance(0.75) ? total : Math.max(1, total + dice.between(-200, 200));
    if (amount > 0)
      lines.push({
        ...{ amount, text: makeReference('SB', orderId), name: 'Käthe', bankReference: `B${++imports}` },
        isReversal: dice.chance(0.1),
      });
  }
  const billed = await billLine(season);
  if (billed) lines.push({ ...billed, name: 'ACME', bankReference: `B${++imports}` });
  if (lines.length === 0) return;
  const file = camtFile(lines);
  // At times the bank corrects what it called a reversal.
  const corrected = camtFile(lines.map((line) => ({ ...line, isReversal: false })));
  for (const content of dice.chance(0.3) ? [file, dice.chance(0.5) ? file : corrected] : [file]) {
    const body = new FormData();
    body.set('file', new File([content], 'camt.xml'));
    const answer = await admin.fetch('/api/admin/imports/bank-transactions', {
      method: 'POST',
      body,
      headers: { 'x-csrf-token': admin.cookies.get('csrf-token') ?? '', origin: shop.deps.config.publicUrl },
    });
    if (answer.status !== 200) throw new Error(`import: ${answer.status} ${await answer.text()}`);
    const { rows } = (await answer.json()) as { rows: { outcome: string }[] };
    for (const { outcome } of rows) {
      season.log.set(`import: ${outcome}`, (season.log.get(`import: ${outcome}`) ?? 0) + 1);
    }
  }
  if (dice.chance(0.5)) await importOtherExport(season, admin, lines);
}

/** The same movements as another program of the bank exports them, with other texts: nothing of it is new. */
async function importOtherExport(season: Season, admin: Caller, lines: readonly MadeLine[]): Promise<void> {
  const { read } = season.shop.deps;
  const payments = lines.filter(({ isReversal }) => !isReversal);
  const other = bankLayouts.find(({ name }) => name === 'Sparkasse, Austria');
  if (payments.length === 0 || !other) return;
  const count = () =>
    read.all(sql`select (select count(*) from bank_lines) lines, (select count(*) from ledger_entries) entries`);
  const before = JSON.stringify(await count());
  const { status } = await upload(admin, other.write(payments));
  if (status !== 200) throw new Error(`import of another export: ${status}`);
  const after = JSON.stringify(await count());
  if (after !== before) throw new Error(`the same movements were booked again: ${before}, ${after}`);
  season.log.set('import: another export', (season.log.get('import: another export') ?? 0) + 1);
}

/** Presses "check again" on any line: what paid stays as it is, twice at once has one winner. */
async function decideLineAgain(season: Season): Promise<void> {
  const { dice, shop, log } = season;
  const lines = await shop.deps.read.all<{ id: number; outcome: string }>(
    sql`select id, outcome from bank_lines order by outcome in ('ignored', 'notFound') desc, id desc limit 8`,
  );
  if (lines.length === 0) return;
  const { id, outcome } = dice.pick(lines);
  const admin = await freshly(season, 'office@season.test', { superAdmin: true });
  const press = () => admin.form(`/admin/imports/lines/${id}/decide-again`, {});
  const answers = await Promise.all(dice.chance(0.3) ? [press(), press()] : [press()]);
  for (const { status } of answers) if (status !== 303) throw new Error(`decide again: ${status}`);
  const [after] = await shop.deps.read.all<{ outcome: string }>(sql`select outcome from bank_lines where id = ${id}`);
  const isOpen = outcome === 'ignored' || outcome === 'notFound';
  if (!isOpen && after?.outcome !== outcome) throw new Error(`line ${id} was ${outcome} and is ${after?.outcome}`);
  const what = `decide again: ${outcome} to ${after?.outcome}`;
  log.set(what, (log.get(what) ?? 0) + 1);
}

export const paymentVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [7, payByCard],
  [2, refund],
  [2, cancelWithMoney],
  [2, enterAccount],
  [1, settleTransfers],
  [4, importBankFile],
  [1, decideLineAgain],
];
