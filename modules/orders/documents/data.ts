import type { Cents } from '#src/kernel/money.ts';

/** Content of the papers: translated texts, and cents with their formatter. */

export type DocumentFact = { label: string; value: string };
export type DocumentLanguage = 'de' | 'en-US';

export type OrderLine = {
  name: string;
  /** Second line: participant, variant or voucher code. */
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
  /** One sentence for the footer: who sends it on behalf of the organizer. */
  platform: string;
  orderNumber: string;
  orderDate: string;
  /** For example "bezahlt" with its color tone. */
  status: { word: string; tone: 'good' | 'open' | 'bad' };
  event: { title: string; date: string; place: string };
  addresses: { label: string; lines: string[] }[];
  lines: OrderLine[];
  taxes: { rate: string; netCents: Cents; taxCents: Cents; grossCents: Cents }[];
  totalCents: Cents;
  payment: {
    /** "Kreditkarte (Visa), bezahlt am …" */
    way: string;
    /** For an open transfer: payee, IBAN, BIC, reference, due date. */
    facts: DocumentFact[];
  };
  notes: string[];
  /** Withdrawal instruction and model form, on a separate page. */
  withdrawal: { title: string; paragraphs: string[]; formTitle: string; form: string[] } | null;
  money: (cents: Cents) => string;
  labels: Readonly<Record<OrderLabel, string>>;
};

export type ParticipantConfirmationData = {
  language: DocumentLanguage;
  accent?: string | null;
  /** Watermark of samples for organizers. */
  sample?: string | null;
  organizer: { name: string; lines: string[] };
  platform: string;
  event: { title: string; date: string; place: string };
  competition: { title: string; start: string };
  figure: { label: string; value: string } | null;
  participant: { name: string; team: string | null; facts: DocumentFact[] };
  answers: DocumentFact[];
  /** Ordered articles, one text each: "2 × Finisher-Shirt, M". */
  articles: string[];
  /** Paragraphs about bib pick-up, start and directions; line breaks are preserved. */
  startInfo: string[];
  orderNumber: string;
  /** Text of the QR code, printed small below it for typing. */
  code: string;
  /** PNG of the QR code with quiet zone, and its alternative text. */
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

export const orderLabelsFrom = (t: (key: `documents.order.${OrderLabel}`) => string) =>
  Object.fromEntries(orderLabels.map((label) => [label, t(`documents.order.${label}`)])) as Record<OrderLabel, string>;
export const ticketLabelsFrom = (t: (key: `documents.ticket.${TicketLabel}`) => string) =>
  Object.fromEntries(ticketLabels.map((label) => [label, t(`documents.ticket.${label}`)])) as Record<
    TicketLabel,
    string
  >;
