import { type Clock, hours, minutes, seconds } from '#src/kernel/time.ts';
import { type Log, silentLog } from '#src/runtime/log.ts';
import type { SimulatedAccount } from './accounts.ts';
import { answerApi, type Call } from './api.ts';
import { accountsOf, Books, type Keep, type Outcome, type Payment, type Transaction } from './books.ts';
import { adjustableClock } from './clock.ts';
import { answerControl } from './control.ts';
import type { Core, Settings } from './core.ts';
import { newToken } from './ids.ts';
import { Misbehaviour } from './misbehaviour.ts';
import { Notifications } from './notifications.ts';
import { finish, finishPending, openPage } from './outcomes.ts';
import { answerPage } from './page-routes.ts';
import { stateOf } from './payments.ts';
import type { Liability } from './test-cards.ts';

/**
 * A server that speaks the Saferpay JSON API: interface, hosted page, notifications, and a control for faults. It moves no money
 * and accepts only the provider's test cards.
 */
export type SimulatorOptions = {
  /** Without a trailing slash. */
  baseUrl: string;
  accounts: readonly SimulatedAccount[];
  clock: Clock;
  fetch(url: string, init: RequestInit): Promise<Response>;
  log?: Log;
  /** Milliseconds before each attempt of a notification; by default three within seconds. */
  notifyDelays?: readonly number[];
  notifyTimeoutMs?: number;
  /** Where the books are stored; default nowhere. */
  keep?: Keep;
  settings?: Partial<Settings>;
  /** Whether `/_sim/` answers; default yes. Never where others can reach it. */
  control?: boolean;
};

export type PayOptions = {
  /** A method or wallet; default the first one. */
  method?: string | undefined;
  /** By default random, which is PAID unless faults are set. */
  outcome?: Outcome | undefined;
  liability?: Liability | undefined;
};
/** `location`: the redirect; null: none. */
export type Paid = { location: string | null; state: Payment['state'] | 'EXPIRED'; transactionId: string | null };

export type SaferpaySimulator = ReturnType<typeof makeSaferpaySimulator>;

export function makeSaferpaySimulator(options: SimulatorOptions) {
  const { baseUrl, log = silentLog, control = true } = options;
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  const time = adjustableClock(options.clock);
  const misbehaviour = new Misbehaviour();
  const books = new Books(options.keep ?? null);
  const notifications = new Notifications({
    fetch: options.fetch,
    delays: options.notifyDelays ?? [0, seconds(1), seconds(3)],
    timeoutMs: options.notifyTimeoutMs ?? seconds(10),
    misbehaviour,
    log,
  });
  const settings: Settings = {
    pageExpiryMs: minutes(60),
    pageSessionMs: minutes(20),
    assertLifeMs: hours(24),
    pendingAssertLifeMs: hours(120),
    strictCancel: false,
    inquireLagMs: 0,
    ...options.settings,
  };
  const core: Core = {
    baseUrl,
    accounts: options.accounts,
    books,
    now: time.now,
    settings,
    misbehaviour,
    notifications,
  };
  const calls: Call[] = [];

  const simulator = {
    /** @throws ConnectionDropped where a connection should break */
    async fetch(request: Request): Promise<Response> {
      await books.load();
      const url = new URL(request.url);
      const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : '';
      if (path.startsWith('/api/')) return answerApi(core, request, path.slice('/api'.length), calls);
      if (path.startsWith('/vt2/')) return answerPage(core, request, path.slice('/vt2'.length), url.searchParams);
      if (control && path.startsWith('/_sim/')) return answerControl(simulator, request, path.slice('/_sim/'.length));
      return new Response('Not Found', { status: 404 });
    },
    /** Waits for notifications and for the books to be stored. */
    async settled() {
      await notifications.settled();
      await books.save();
    },
    stop: () => notifications.stop(),
    /** Copies, with the balance of every payment in minor units. */
    async books() {
      await books.load();
      const now = time.now();
      const payments = [...books.payments.values()].map((each) => ({ ...each, state: stateOf(core, each, now) }));
      const transactions = [...books.transactions.values()];
      return structuredClone({ payments, transactions, accounts: accountsOf(books) });
    },
    calls: calls as readonly Call[],
    notifications: notifications as Pick<Notifications, 'history' | 'release' | 'replay'>,
    misbehaviour,
    settings,
    advance: time.advance,
    /** Acts as the payer without HTML. @throws Error for an unknown token */
    async pay(token: string, { method, outcome, liability }: PayOptions = {}): Promise<Paid> {
      await books.load();
      const payment = books.payments.get(token);
      if (!payment) throw new Error('no payment of that token');
      const said = (location: string | null): Paid => ({
        location,
        state: stateOf(core, payment, time.now()),
        transactionId: payment.transactionId,
      });
      const isOpen = stateOf(core, payment, time.now()) === 'OPENED' || openPage(core, payment, newToken());
      if (!isOpen) return said(payment.returnTo.fail);
      const chosen = method ?? payment.offer.methods[0] ?? payment.offer.wallets[0] ?? 'VISA';
      const location = finish(core, payment, {
        method: chosen,
        outcome: outcome ?? payment.forced ?? misbehaviour.randomOutcome(),
        liability,
      });
      await books.save();
      return said(location);
    },
    /** Ends a pending payment, capture or refund. @throws Error when nothing is pending */
    async finish(idOrToken: string, accepted = true) {
      await books.load();
      if (!finishPending(core, idOrToken, accepted)) throw new Error('nothing of that id is pending');
      await books.save();
    },
    /** Makes Assert and Inquire report this. @throws Error for an unknown id or token */
    async alter(idOrToken: string, claim: NonNullable<Transaction['altered']>) {
      await books.load();
      const id = books.payments.get(idOrToken)?.transactionId ?? idOrToken;
      const transaction = books.transactions.get(id);
      if (!transaction) throw new Error('no transaction of that id');
      transaction.altered = { ...claim };
      await books.save();
    },
  };
  return simulator;
}
