import type { Paid, PayOptions } from '#dev/saferpay-simulator/simulator.ts';
import { orderStateOf } from '#modules/orders/index.ts';
import { type ShopWithProvider, shopWithProvider, tokenIn } from '#tests/support/saferpay.ts';
import type { Caller } from '#tests/support/shop.ts';
import { ledgerEntries, paymentAttempts, refunds } from '../schema.ts';
import { order, race, raceOrganizer } from '../testing.ts';

export type Scene = ShopWithProvider & {
  buyer: Caller;
  orderId: number;
  /** Starts an attempt and returns the token of the provider's page. */
  begin(paymentMethod?: string): Promise<string>;
  pay(token: string, options?: PayOptions): Promise<Paid>;
  comeBack(paid: Paid): Promise<string>;
  addressAfter(paid: Paid): Promise<URL>;
  status(): Promise<string>;
  state(): Promise<{
    order: string;
    payments: number[];
    returned: number[];
    refunds: { amount: number; reason: string; status: string }[];
    attempts: string[];
  }>;
};

/** A pending order of 30,00 €, its buyer, and the provider. */
export async function payingScene(options: Parameters<typeof shopWithProvider>[0] = {}): Promise<Scene> {
  const { shop, provider } = await shopWithProvider(options);
  const buyer = await shop.login('buyer@runner.example');
  const orderId = await order(shop, await race(shop));
  const { read } = shop.deps;
  const addressAfter = async ({ location }: Paid) => {
    if (location === null) throw new Error('the payer was sent nowhere');
    const { pathname, search } = new URL(location);
    const answer = await buyer.fetch(pathname + search);
    return new URL(answer.headers.get('location') ?? `/${answer.status}`, shop.deps.config.publicUrl);
  };
  return {
    shop,
    provider,
    buyer,
    orderId,
    async begin(paymentMethod = 'visa') {
      const path = `/api/orders/${orderId}/init`;
      const answer = await buyer.json<{ redirectUrl: string }>('POST', path, { paymentMethod });
      if (answer.status !== 200) throw new Error(`init: ${answer.status} ${JSON.stringify(answer.body)}`);
      return tokenIn(answer.body.redirectUrl);
    },
    pay: (token, choice) => provider.simulator.pay(token, choice),
    comeBack: async (paid) => (await addressAfter(paid)).pathname,
    addressAfter,
    async status() {
      return (await buyer.json<{ status: string }>('POST', `/api/orders/${orderId}/assert`)).body.status;
    },
    async state() {
      const entries = await read.select().from(ledgerEntries);
      const rows = await read.select().from(refunds);
      const attempts = await read.select().from(paymentAttempts).orderBy(paymentAttempts.id);
      const amounts = (kind: string) => entries.filter((entry) => entry.kind === kind).map(({ amount }) => amount);
      return {
        order: (await orderStateOf(read, orderId))?.status ?? 'none',
        payments: amounts('payment'),
        returned: amounts('refund'),
        refunds: rows.map(({ amount, reason, status }) => ({ amount, reason, status })),
        attempts: attempts.filter(({ secret }) => secret !== null).map(({ status }) => status),
      };
    },
  };
}

export { raceOrganizer };
