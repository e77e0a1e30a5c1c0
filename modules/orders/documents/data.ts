import type { Cents } from '#src/kernel/money.ts';

/** What the papers show: finished texts of one language, sums in cents with the function that writes them. */

export type DocumentFact = { label: string; value: string };
export type DocumentLanguage = 'de' | 'en-US';

export type OrderLine = {
  name: string;
  /** A second, quieter line: the participant, the variant, the voucher's code. */
  detail?: string | null;
  quantity: number;
  unitCents: Cents;
  totalCents: Cents;
};

export type OrderConfirmationData = {
  language: DocumentLanguage;
  /** `#rrggbb` of a white label. */
  accent?: string | null;
  organizer: { name: string; lines: string[] };
  /** Who sends it on behalf of the organizer, one sentence for the foot. */
  platform: string;
  orderNumber: string;
  orderDate: string;
  /** The state as a word with its tone, for instance "bezahlt". */
  status: { word: string; tone: 'good' | 'open' | 'bad' };
  event: { title: string; date: string; place: string };
  addresses: { label: string; lines: string[] }[];
  lines: OrderLine[];
  /** One entry per rate: "20 %", net and tax of it. */
  taxes: { rate: string; netCents: Cents; taxCents: Cents; grossCents: Cents }[];
  totalCents: Cents;
  payment: {
    /** "Kreditkarte (Visa), bezahlt am …" */
    way: string;
    /** For an open transfer: payee, IBAN, BIC, reference, due date. */
    facts: DocumentFact[];
  };
  /** Closing sentences: terms, withdrawal, what comes next. */
  notes: string[];
  /** The instruction on going back on the contract and its model form, on a page of their own. */
  withdrawal: { title: string; paragraphs: string[]; formTitle: string; form: string[] } | null;
  money: (cents: Cents) => string;
  labels: Readonly<Record<OrderLabel, string>>;
};

export type ParticipantConfirmationData = {
  language: DocumentLanguage;
  accent?: string | null;
  /** A sample for organizers carries this word across the bib. */
  sample?: string | null;
  organizer: { name: string; lines: string[] };
  platform: string;
  event: { title: string; date: string; place: string };
  competition: { title: string; start: string };
  /** The start number; null: there is none yet, and the name is what stands large. */
  figure: { label: string; value: string } | null;
  participant: { name: string; team: string | null; facts: DocumentFact[] };
  /** Answers of form fields that are marked for this paper. */
  answers: DocumentFact[];
  /** Ordered articles, one text each: "2 × Finisher-Shirt, M". */
  articles: string[];
  /** Paragraphs about bib pick-up, start and way; line breaks are kept. */
  startInfo: string[];
  orderNumber: string;
  /** Text of the QR code, printed small below it for typing. */
  code: string;
  /** PNG of the QR code with its quiet zone, and what it is for those who have it read out. */
  qr: Uint8Array;
  codeText: string;
  labels: Readonly<Record<TicketLabel, string>>;
};

const orderLabels = [
  'title',
  'orderNumber',
  'orderDate',
  'event',
  'position',
  'quantity',
  'unitPrice',
  'amount',
  'total',
  'rate',
  'net',
  'tax',
  'gross',
  'payment',
] as const;
export type OrderLabel = (typeof orderLabels)[number];

const ticketLabels = [
  'title',
  'competition',
  'start',
  'place',
  'order',
  'team',
  'fold',
  'startInfo',
  'details',
  'articles',
  'showAtGate',
] as const;
export type TicketLabel = (typeof ticketLabels)[number];

/** The fixed words of the order confirmation in the language of `t`. */
export const orderLabelsFrom = (t: (key: `documents.order.${OrderLabel}`) => string) =>
  Object.fromEntries(orderLabels.map((label) => [label, t(`documents.order.${label}`)])) as Record<OrderLabel, string>;
/** The fixed words of the ticket in the language of `t`. */
export const ticketLabelsFrom = (t: (key: `documents.ticket.${TicketLabel}`) => string) =>
  Object.fromEntries(ticketLabels.map((label) => [label, t(`documents.ticket.${label}`)])) as Record<
    TicketLabel,
    string
  >;
