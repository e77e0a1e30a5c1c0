import { and, eq } from 'drizzle-orm';
import type { ApiFault } from '#dev/saferpay-simulator/misbehaviour.ts';
import { adminOrderOf } from '#modules/orders/index.ts';
import { type ShopWithProvider, shopWithProvider, tokenIn } from '#tests/support/saferpay.ts';
import type { Caller } from '#tests/support/shop.ts';
import { markPaid } from '../mark-paid.ts';
import { refundsOf } from '../money-of-order.ts';
import { providerOf } from '../saferpay/client.ts';
import { ledgerEntries, paymentAttempts } from '../schema.ts';
import { order, race } from '../testing.ts';
import { executeRefund } from './execute-refund.ts';
import { refundOrders } from './refund-orders.ts';
import { refundOf } from './retry-refund.ts';
import { setRefundAccount } from './set-refund-account.ts';

export type RefundScene = ShopWithProvider & {
  admin: Caller;
  editorId: number;
  paidOnline(options?: { organizer?: string; method?: string; price?: number }): Promise<number>;
  payOnline(orderId: number, method?: string): Promise<void>;
  execute(orderId: number): Promise<void>;
  /** Requests to the provider since the last payment, without the API's name. */
  calls(): string[];
  gone(): Promise<number>;
  fails(operation: 'Refund' | 'Capture' | 'Inquire' | 'AssertRefund' | 'Cancel', fault: FailureOf<ApiFault>): void;
};
type FailureOf<T> = T extends unknown ? Omit<T, 'operation'> : never;

let races = 0;

export async function refundScene(): Promise<RefundScene> {
  const { shop, provider } = await shopWithProvider();
  const { simulator } = provider;
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  const editorId = (await admin.json<{ userData: { id: number } }>('GET', '/api/settings')).body.userData.id;
  const buyer = await shop.login('buyer@runner.example');
  let since = 0;
  const scene: RefundScene = {
    shop,
    provider,
    admin,
    editorId,
    async paidOnline({ organizer, method, price } = {}) {
      const place = { organizer: organizer ?? `race${++races}@organizer.example`, ...(price ? { price } : {}) };
      const orderId = await order(shop, await race(shop, place), price ? { price } : {});
      await scene.payOnline(orderId, method);
      return orderId;
    },
    async payOnline(orderId, method = 'visa') {
      const begun = await buyer.json<{ redirectUrl: string }>('POST', `/api/orders/${orderId}/init`, {
        paymentMethod: method,
      });
      const { location } = await simulator.pay(tokenIn(begun.body.redirectUrl));
      const { pathname, search } = new URL(location ?? '');
      await buyer.fetch(pathname + search);
      await simulator.settled();
      since = simulator.calls.length;
    },
    async execute(orderId) {
      const executing = { write: shop.deps.write, provider: realProvider(scene), prefix: 'SB' };
      for (const { id } of await refundsOf(shop.deps.read, orderId)) await executeRefund(executing, id);
    },
    calls: () => simulator.calls.slice(since).map(({ operation }) => operation.replace('Transaction/', '')),
    async gone() {
      return (await simulator.books()).accounts.reduce((sum, { refunded }) => sum + refunded, 0);
    },
    fails: (operation, fault) =>
      simulator.misbehaviour.failNext({ ...fault, operation: `Transaction/${operation}` } as ApiFault),
  };
  return scene;
}

export function realProvider({ shop }: Pick<RefundScene, 'shop'>) {
  const provider = providerOf(shop.deps);
  if (!provider) throw new Error('the shop has no provider');
  return provider;
}

/** Removes the stored capture id of an order's payment. */
export const loseCaptureId = ({ shop }: Pick<RefundScene, 'shop'>, orderId: number) =>
  shop.deps.write(({ tx }) =>
    tx.update(paymentAttempts).set({ captureId: null }).where(eq(paymentAttempts.orderId, orderId)),
  );

export function handsOn(scene: RefundScene) {
  const { shop, editorId } = scene;
  const { read, write } = shop.deps;
  const opened = (orderIds: number[], mode: 'full' | 'withoutProcessingFee' | 'custom' = 'full', amount?: number) =>
    write((work) => refundOrders(work, { orderIds, mode, amount: amount ?? null, editorId }));
  const rows = (orderId: number) => refundsOf(read, orderId);
  const row = async (orderId: number) => (await rows(orderId))[0] ?? fail('there is no refund');
  const execute = (orderId: number) => scene.execute(orderId);
  const paidByCard = () => scene.paidOnline();
  const paidByBank = async () => {
    const orderId = await order(shop, await race(shop));
    await write((work) => markPaid(work, { orderId, editorId }));
    return orderId;
  };
  const ledgerRefunds = async (orderId: number) =>
    read
      .select({ method: ledgerEntries.method, amount: ledgerEntries.amount, reference: ledgerEntries.reference })
      .from(ledgerEntries)
      .where(and(eq(ledgerEntries.orderId, orderId), eq(ledgerEntries.kind, 'refund')));
  const refundsShown = async (orderId: number) => {
    const { refundStatus, refundedPrice } = await adminOrderOf(read, orderId);
    return { refundStatus, refundedPrice };
  };
  const account = async (
    refundId: number,
    iban = 'AT483200000012345864',
    accountHolder = 'Zoë Wałęsa',
    isSuperAdmin = true,
  ) =>
    write(async (work) =>
      setRefundAccount(work, {
        refund: await refundOf(work.tx, refundId),
        account: { iban, accountHolder },
        ours: shop.deps.config.bank?.iban ?? null,
        editor: { userId: editorId, visitId: 'v', level: 'verified', isSuperAdmin, roles: [] },
      }),
    );
  return { write, opened, rows, row, execute, paidByCard, paidByBank, ledgerRefunds, shown: refundsShown, account };
}
const fail = (sentence: string): never => {
  throw new Error(sentence);
};
