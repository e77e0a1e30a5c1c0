import type { SQL } from 'drizzle-orm';
import type { ReactElement } from 'react';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { MailAttachment } from '#src/mail/message.ts';
import type { Locale, Translator } from '#src/texts/locale.ts';
import type { WalletLinks } from '#src/ui/wallet-buttons.tsx';
import type { OrderRecord } from './read.ts';
import type { MoneyOfCancellation } from './rules/cancel-refund.ts';
import type { OrderMoney } from './rules/order-money.ts';
import type { OrderPaper } from './rules/order-paper.ts';
import type { OrderStatus } from './rules/order-state.ts';

/** One order that has just been canceled, in the same write. */
export type Canceled = { orderId: number; editorId: number | null };
/**
 * Opens what goes back of a canceled order, in the write of its cancellation; answers the cents.
 * @throws Problem when a sum of one's own is none that the order has
 */
export type GiveBack = (work: Work, canceled: Canceled) => Promise<Cents>;

/** Who was let in at the gate, of the check-in. */
export type Admission = {
  /** When, by participant; those who were not are left out. */
  admittedAt(participantIds: readonly number[]): Promise<ReadonlyMap<number, Instant>>;
  /** The condition that a participant of this number was let in, or was not. */
  isAdmitted(participantId: SQL, isAdmitted: boolean): SQL;
};

/** How far an order came in the timing system. */
export type OrderTiming = {
  /** The paid mark of everybody who starts was written. */
  hasSaveValue: boolean;
  /** When somebody of it was sent last. */
  lastSynchroAt: Instant | null;
};

/** `knownAs`: the number by which the timing system knows the participant; null: by none. */
export type BibLimits = { digitsOnly: boolean; isParticipantId: boolean; knownAs: string | null };

declare module '#src/runtime/deps.ts' {
  interface Slots {
    admission: Admission;
    /** How far orders came in the timing system, by their numbers; those it does not know are left out. */
    orderTimings(orderIds: readonly number[]): Promise<ReadonlyMap<number, OrderTiming>>;
    /**
     * Start numbers that a timing system still knows by people who gave up their place, and by whom: given to somebody else
     * here, they would be another's there. Empty where nothing of the event goes there.
     */
    bibsKeptElsewhere(reader: Reader | Tx, eventId: number): Promise<ReadonlyMap<string, number>>;
    /** Limits of the timing system for start numbers given by hand. */
    bibLimits(
      reader: Reader | Tx,
      person: { eventId: number; participantId: number },
      now: Instant,
    ): Promise<BibLimits>;
    /**
     * The smallest free number of the ranges of a competition, or why there is none. `current`: a number that stays where it
     * lies in a range of the competition.
     */
    nextFreeBib(
      reader: Reader | Tx,
      wanted: { eventId: number; competitionId: number; current?: string },
    ): Promise<{ bib: string } | { none: 'noRange' | 'full' }>;
    /** What the timing says of the people of an order, or of one of them; null: nothing. */
    timingPart(whose: { orderId: number; participantId?: number }, i18n: Translator): Promise<ReactElement | null>;
    /** How the money of orders came, of the payments; those that are not paid are left out. */
    paymentModes(
      orders: readonly { id: number; totalPrice: Cents; status: OrderStatus }[],
    ): Promise<ReadonlyMap<number, 'automatic' | 'manual'>>;
    /** Where the money of an order stands, of the payments. */
    orderMoney(order: { id: number; totalPrice: Cents; status: OrderStatus }): Promise<OrderMoney>;
    /** The events among these whose orders get no new invoice any more (invoicing). */
    invoicesOver(
      reader: Reader | Tx,
      events: readonly { id: number; endTimestamp: Instant }[],
      now: Instant,
    ): Promise<ReadonlySet<number>>;
    /** The papers that bill an order, in the sequence of their issue, of the invoicing. */
    orderPapers(order: { id: number; linkVersion: number; hasInvoice: boolean }): Promise<OrderPaper[]>;
    /** The results of its people and what stands of their names in public, of the results; null: nothing. */
    orderResultsPart(order: OrderRecord, i18n: Translator): Promise<ReactElement | null>;
    /** The offers of places of an order that still stand, of the transfers. */
    openOffers(reader: Reader | Tx, orderId: number, now: Instant): Promise<ReadonlySet<number>>;
    /** Whether another person gets this place only by a transfer, because the event has transfers; of the transfers. */
    needsTransfer(reader: Reader | Tx, place: { orderId: number; participantId: number }): Promise<boolean>;
    /** Where the buyer passes on a place, of the transfers. */
    transferPagePath(orderId: number, participantId: number): string;
    /** Which of its places can be passed on, or whose it waits for, of the transfers; null: nothing. */
    orderTransferPart(order: OrderRecord, i18n: Translator): Promise<ReactElement | null>;
    /**
     * Sold-out sizes that its buyer can wait for, and waits for, of the waiting lists; null: nothing. `link`: the query of the
     * signed link by which the order was opened.
     */
    orderWaitlistPart(order: OrderRecord, i18n: Translator, link: URLSearchParams | null): Promise<ReactElement | null>;
    /** What of it one can go back on and what was declared, of the withdrawals; null: nothing. `link`: as above. */
    orderWithdrawalPart(
      order: OrderRecord,
      i18n: Translator,
      link: URLSearchParams | null,
    ): Promise<ReactElement | null>;
    /** What a cancellation does with the money, of the payments. */
    givingBack(decided: MoneyOfCancellation): GiveBack;
    /** What it would give back of all of these together; refuses what it would refuse. */
    plannedGivingBack(orderIds: readonly number[], decided: MoneyOfCancellation): Promise<Cents>;
    /** The signed address on which the buyer says to which account money goes back, of the payments. */
    refundAccountLink(order: Pick<OrderRecord, 'id' | 'userId' | 'linkVersion'>): string;
    /** Where the tickets of an order go into the wallets that are set up, by participant. */
    wallets(orderId: number, locale: Locale): Promise<ReadonlyMap<number, WalletLinks>>;
    /** The tickets of these people of a paid order, as papers to attach, in the order's language. */
    ticketFiles(order: OrderRecord, participantIds: readonly number[]): Promise<MailAttachment[]>;
    /** Takes the starts of the tickets that went to this address out of its calendar, of the check-in. */
    canceledCalendars(order: OrderRecord, address: string, locale: Locale): Promise<MailAttachment[]>;
    /** The signed address of a participant's own page with the ticket, which opens until a month after `end`, that of the event. */
    ownPage(person: { id: number; linkVersion: number }, end: Instant): string;
  }
}
