import { sql } from 'drizzle-orm';
import type { ServedSimulator } from '#dev/saferpay-simulator/serve.ts';
import { camtFile } from '#modules/payments/bank-files/testing.ts';
import { makeReference } from '#modules/payments/rules/payment-reference.ts';
import type { Reader } from '#src/data/database.ts';
import { type Called, call, loginByCode, newCompetition, type Place, type Session } from '#tests/support/crowd.ts';
import { tokenIn } from '#tests/support/saferpay.ts';
import type { RunningServer } from '#tests/support/server.ts';
import { orderByTransfer, Visitor } from '../../bench/support/walk.ts';
import type { Dice } from './dice.ts';

const people = 4;
/** So many do something at any time. */
const atOnce = 6;

type At = Pick<RunningServer, 'url' | 'mailbox'>;

type Begin = {
  dice: Dice;
  server: At;
  provider: ServedSimulator;
  backUp(name: string): Promise<boolean>;
  /** Another process answers what comes next. */
  isSeveral?: boolean;
};

export type Life = KilledLife;

/** What people do at a server that may die under them: nobody minds a broken connection, a 5xx answer is never right. */
export class KilledLife {
  /** Orders that somebody was told about, and what of it cannot be undone. */
  readonly #orders: { id: number; buyer: Session }[] = [];
  readonly #told = new Set<string>();
  /** Backups of which the command said that they are done. */
  readonly backups: string[] = [];
  readonly done = new Map<string, number>();
  #names = 0;
  #isBackingUp = false;
  #isLiving = false;

  private constructor(
    private readonly own: Begin,
    private server: At,
    private readonly admin: Session,
    private readonly buyers: readonly Session[],
    private readonly places: readonly Place[],
  ) {}

  static async begin(own: Begin): Promise<KilledLife> {
    const admin = await loginByCode(own.server, 'admin@startblock.example');
    const buyers: Session[] = [];
    for (let n = 1; n <= people; n++) buyers.push(await loginByCode(own.server, `killed-${n}@season.test`));
    const places = [await newCompetition(own.server, admin, 10_000), await newCompetition(own.server, admin, 30)];
    return new KilledLife(own, own.server, admin, buyers, places);
  }

  times(what: string): number {
    return this.done.get(what) ?? 0;
  }

  goOnAt(server: At): void {
    this.server = server;
  }

  /** Everybody goes on until `end`. */
  live(): { end(): Promise<void> } {
    this.#isLiving = true;
    const lives = Array.from({ length: atOnce }, async () => {
      while (this.#isLiving) {
        const isCutOff = await this.#step().then(
          () => false,
          (error: unknown) => {
            if (!isConnectionLost(error)) throw error;
            return true;
          },
        );
        if (isCutOff && !this.own.isSeveral) return;
      }
    });
    return {
      end: async () => {
        this.#isLiving = false;
        await Promise.all(lives);
      },
    };
  }

  #step(): Promise<void> {
    const roll = this.own.dice.roll();
    if (roll < 0.35 || this.#orders.length === 0) return this.#book();
    if (roll < 0.45) return this.#bookByPages();
    if (roll < 0.55) return this.#transfer();
    if (roll < 0.7) return this.#payByCard();
    if (roll < 0.78) return this.#cancel();
    if (roll < 0.88) return this.#import();
    if (roll < 0.93) return this.#refund();
    if (roll < 0.97) return this.#write();
    return this.#backUp();
  }

  async #book(): Promise<void> {
    const { dice } = this.own;
    const buyer = dice.pick(this.buyers);
    const place = dice.pick(this.places);
    const birthDate = `${dice.between(1950, 2005)}-0${dice.between(1, 9)}-1${dice.between(0, 9)}`;
    const person = (localId: string) => ({
      localId,
      firstName: 'Eva',
      lastName: `Muster ${++this.#names}`,
      birthDate,
      gender: 'female',
      ...(dice.chance(0.5) ? { email: `runner-${this.#names}@season.test` } : {}),
    });
    const heads = ['a', 'b'].slice(0, dice.between(1, 2));
    const answer = await this.#ask('book', 'POST', `/api/events/${place.eventId}/book`, buyer, {
      teams: heads.map((head) => ({ competitionId: place.competitionId, participants: [person(head)] })),
      totalPrice: 2500 * heads.length,
      termsAccepted: true,
      eventConditionsAccepted: true,
    });
    if (answer.status === 201) this.#orders.push({ id: Number(answer.json.orderId), buyer });
  }

  /** Without an account, every step as its page asks for it; the last one orders and chooses the transfer. */
  async #bookByPages(): Promise<void> {
    const name = `Seiten ${++this.#names}`;
    const buyer = { email: `pages-${this.#names}@season.test`, firstName: 'Lana', lastName: name };
    const id = await orderByTransfer(new Visitor(this.server.url), `/events/${this.places[0]?.eventId}`, buyer);
    this.#told.add(`order ${id}`);
    this.#count('book by pages');
  }

  async #transfer(): Promise<void> {
    const { id, buyer } = this.own.dice.pick(this.#orders);
    await this.#ask('choose the transfer', 'POST', `/api/orders/${id}/payment-in-advance`, buyer, {});
  }

  async #payByCard(): Promise<void> {
    const { dice, provider } = this.own;
    const { id, buyer } = dice.pick(this.#orders);
    const paymentMethod = dice.pick(['visa', 'mastercard', 'eps']);
    const begun = await this.#ask('begin to pay', 'POST', `/api/orders/${id}/init`, buyer, { paymentMethod });
    const { redirectUrl } = begun.json;
    if (typeof redirectUrl !== 'string') return;
    const { location } = await provider.simulator.pay(tokenIn(redirectUrl));
    if (location === null || dice.chance(0.2)) return;
    const { pathname, search } = new URL(location);
    const back = await fetch(this.server.url + pathname + search, {
      redirect: 'manual',
      headers: { cookie: buyer.cookie },
    });
    if (isUnknown(back)) throw new CutOff();
    if (back.status >= 500) throw new Error(`the way back answered ${back.status}`);
    this.#count('pay by card');
  }

  async #cancel(): Promise<void> {
    const { dice } = this.own;
    const { id, buyer } = dice.pick(this.#orders);
    const answer = dice.chance(0.5)
      ? await this.#ask('cancel own', 'PATCH', `/api/orders/${id}/cancel`, buyer, {})
      : await this.#ask('cancel', 'PATCH', `/api/admin/orders/${id}/cancel`, this.admin, {});
    if (answer.status === 200) this.#told.add(`${id} OrderCanceled`);
  }

  async #import(): Promise<void> {
    const { dice } = this.own;
    const lines = Array.from({ length: dice.between(1, 6) }, () => {
      const { id } = dice.pick(this.#orders);
      const amount = dice.pick([2500, 5000, 2400]);
      return { amount, text: makeReference('SB', id), name: 'Käthe Muster', bankReference: `B${++this.#names}` };
    });
    const file = camtFile(lines);
    for (let n = dice.chance(0.3) ? 2 : 1; n > 0; n--) {
      const body = new FormData();
      body.set('file', new File([file], 'camt.xml'));
      const headers = { cookie: this.admin.cookie, 'x-csrf-token': this.admin.csrf };
      const path = '/api/admin/imports/bank-transactions';
      const answer = await fetch(this.server.url + path, { method: 'POST', body, headers });
      const text = await answer.text();
      if (isUnknown(answer)) throw new CutOff();
      // Other imports wait for their turn; this one did nothing.
      if (answer.status === 429) return;
      if (answer.status !== 200) throw new Error(`import: ${answer.status} ${text}`);
      this.#count('import');
      for (const { bankReference } of lines) this.#told.add(`line ${bankReference}`);
    }
  }

  async #refund(): Promise<void> {
    const { id } = this.own.dice.pick(this.#orders);
    const body = { orderIds: [id], mode: 'full' };
    await this.#ask('refund', 'POST', '/api/admin/orders/refund-orders', this.admin, body);
  }

  async #write(): Promise<void> {
    const [place] = this.places;
    const path = `/api/admin/events/${place?.eventId}/mailings`;
    const made = await this.#ask('letter', 'POST', path, this.admin, {
      filter: { competitionIds: null, paid: null, formField: null },
      text: { de: { subject: 'Bald geht es los', body: 'Hallo {firstName}' }, 'en-us': null },
    });
    const { mailing } = made.json as { mailing?: { id: number } };
    if (mailing) await this.#ask('send letter', 'POST', `${path}/${mailing.id}/send`, this.admin, {});
  }

  /** One at a time: it is another process, which outlives the server. */
  async #backUp(): Promise<void> {
    if (this.#isBackingUp) return this.#book();
    this.#isBackingUp = true;
    const name = `copy-${++this.#names}`;
    if (await this.own.backUp(name)) {
      this.backups.push(name);
      this.#count('back up');
    }
    this.#isBackingUp = false;
  }

  async #ask(what: string, method: string, path: string, as: Session, body: object): Promise<Called> {
    const answer = await call(this.server, method, path, body, as);
    if (isUnknown(answer)) throw new CutOff();
    if (answer.status >= 500) throw new Error(`${what}: ${answer.status} ${JSON.stringify(answer.json)}`);
    this.#count(answer.status < 300 ? what : `${what}: ${answer.json.code}`);
    return answer;
  }

  #count(what: string): void {
    this.done.set(what, this.times(what) + 1);
  }

  /** What somebody was told that happened, and is not there. */
  async lostOf(read: Reader): Promise<string[]> {
    const ids = new Set((await read.all<{ id: number }>(sql`select id from orders`)).map(({ id }) => id));
    const audits = await read.all<{ of: string }>(
      sql`select distinct order_id || ' ' || type "of" from order_audits where type = 'OrderCanceled'`,
    );
    const lines = await read.all<{ text: string }>(sql`select distinct 'line ' || bank_reference text from bank_lines`);
    const known = new Set([
      ...audits.map(({ of }) => of),
      ...lines.map(({ text }) => text),
      ...[...ids].map((id) => `order ${id}`),
    ]);
    const orders = this.#orders.filter(({ id }) => !ids.has(id)).map(({ id }) => `order ${id}`);
    return [...orders, ...[...this.#told].filter((told) => !known.has(told))];
  }

  /** Cents that the provider has captured. */
  async captured(): Promise<number> {
    const { accounts } = await this.own.provider.simulator.books();
    return accounts.reduce((sum, account) => sum + account.captured, 0);
  }
}

/** What is in front of several processes says of a request that one of them took along when it died. */
const isUnknown = ({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean =>
  status === 502 && !headers.get('content-type')?.includes('json');

class CutOff extends Error {}

const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof CutOff ||
    error.name === 'AbortError' ||
    /ECONN|connect|socket|closed/i.test(`${(error as { code?: unknown }).code} ${error.message}`));
