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
import type { OrderMoney, OrderPaper } from './rules/order-money.ts';
import type { OrderStatus } from './rules/order-state.ts';

/** An order canceled in the current transaction. */
export type Canceled = { orderId: number; editorId: number | null };
/**
 * Opens the refund in the transaction of the cancellation and returns its cents.
 * @throws Problem for a sum the order does not have
 */
export type GiveBack = (work: Work, canceled: Canceled) => Promise<Cents>;

/** Admissions at the gate (checkin). */
export type Admission = {
  admittedAt(participantIds: readonly number[]): Promise<ReadonlyMap<number, Instant>>;
  /** SQL condition: was admitted, or was not. */
  isAdmitted(participantId: SQL, isAdmitted: boolean): SQL;
};

export type OrderTiming = {
  /** The paid mark of all participants was sent. */
  hasSaveValue: boolean;
  /** When any participant was last sent. */
  lastSynchroAt: Instant | null;
};

/** `knownAs`: the participant's number in the timing system; null: none. */
export type BibLimits = { digitsOnly: boolean; isParticipantId: boolean; knownAs: string | null };

declare module '#src/runtime/deps.ts' {
  interface Slots {
    admission: Admission;
    /** Timing state by order id; unknown orders are missing (timing). */
    orderTimings(orderIds: readonly number[]): Promise<ReadonlyMap<number, OrderTiming>>;
    /** Bib numbers of former participants that timing still assigns; never given away again (timing). */
    bibsHeldElsewhere(reader: Reader | Tx, eventId: number): Promise<ReadonlyMap<string, number>>;
    bibLimits(
      reader: Reader | Tx,
      person: { eventId: number; participantId: number },
      now: Instant,
    ): Promise<BibLimits>;
    /** The smallest free number of a competition's ranges, or why none (bibs). `current` stays if in range. */
    nextFreeBib(
      reader: Reader | Tx,
      wanted: { eventId: number; competitionId: number; current?: string },
    ): Promise<{ bib: string } | { none: 'noRange' | 'full' }>;
    timingPart(whose: { orderId: number; participantId?: number }, i18n: Translator): Promise<ReactElement | null>;
    /** How paid orders were paid (payments). */
    paymentModes(
      orders: readonly { id: number; totalPrice: Cents; status: OrderStatus }[],
    ): Promise<ReadonlyMap<number, 'automatic' | 'manual'>>;
    orderMoney(order: { id: number; totalPrice: Cents; status: OrderStatus }): Promise<OrderMoney>;
    /** Events whose orders get no new invoice (invoicing). */
    invoicesOver(
      reader: Reader | Tx,
      events: readonly { id: number; endTimestamp: Instant }[],
      now: Instant,
    ): Promise<ReadonlySet<number>>;
    /** Invoices and corrections of an order by issue date (invoicing). */
    orderPapers(order: { id: number; linkVersion: number; hasInvoice: boolean }): Promise<OrderPaper[]>;
    /** Results and name visibility of its participants; null: none (results). */
    orderResultsPart(order: OrderRecord, i18n: Translator): Promise<ReactElement | null>;
    openOffers(reader: Reader | Tx, orderId: number, now: Instant): Promise<ReadonlySet<number>>;
    /** Whether another person gets this place only by a transfer (transfers). */
    needsTransfer(reader: Reader | Tx, place: { orderId: number; participantId: number }): Promise<boolean>;
    transferPagePath(orderId: number, participantId: number): string;
    /** Places that can be transferred or are being transferred; null: none (transfers). */
    orderTransferPart(order: OrderRecord, i18n: Translator): Promise<ReactElement | null>;
    /** Sold-out sizes and waiting list entries; null: none (waitlist). `link`: query of the signed order link. */
    orderWaitlistPart(order: OrderRecord, i18n: Translator, link: URLSearchParams | null): Promise<ReactElement | null>;
    /** Withdrawal rights and declarations; null: none (withdrawals). `link`: as above. */
    orderWithdrawalPart(
      order: OrderRecord,
      i18n: Translator,
      link: URLSearchParams | null,
    ): Promise<ReactElement | null>;
    /** How a cancellation refunds (payments). */
    openCancellationRefund(decided: MoneyOfCancellation): GiveBack;
    /** The sum refunded for all orders together; refuses what the refund would refuse. */
    plannedCancellationRefunds(orderIds: readonly number[], decided: MoneyOfCancellation): Promise<Cents>;
    /** Signed address of the refund account form (payments). */
    refundAccountLink(order: Pick<OrderRecord, 'id' | 'userId' | 'linkVersion'>): string;
    wallets(orderId: number, locale: Locale): Promise<ReadonlyMap<number, WalletLinks>>;
    /** PDF tickets of participants, in the order's language. */
    ticketFiles(order: OrderRecord, participantIds: readonly number[]): Promise<MailAttachment[]>;
    /** Calendar files that cancel the entries sent to this address (checkin). */
    canceledCalendars(order: OrderRecord, address: string, locale: Locale): Promise<MailAttachment[]>;
    /** Signed address of a participant's page; opens until a month after `end` of the event. */
    ownPage(person: { id: number; linkVersion: number }, end: Instant): string;
  }
}
