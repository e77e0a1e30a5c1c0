/** The two papers of an order as PDF/UA-1. */
import { renderDocument } from '#src/documents/document.ts';
import type { PdfFonts } from '#src/documents/font-files.ts';
import type { RequestedBy } from '#src/runtime/processes/drawer.ts';
import { accentOnPaper } from '#src/ui/theme.ts';
import type { OrderConfirmationData, OrderLine, ParticipantConfirmationData } from './data.ts';

const tones = { good: '#15803d', open: '#b45309', bad: '#b42318' } as const;
/** Longer details, the names of a whole club, may go on overleaf. */
const longDetail = 500;

export function renderConfirmation(fonts: PdfFonts, paper: OrderConfirmationData, by: RequestedBy) {
  const { labels, money, event, payment, withdrawal } = paper;
  const { accent, accentInk } = accentOnPaper(paper.accent);
  const line = ({ name, detail, quantity, unitCents, totalCents }: OrderLine) => ({
    name,
    detail: detail || null,
    'is-long': (detail?.length ?? 0) > longDetail,
    figures: [String(quantity), money(unitCents), money(totalCents)],
  });
  const data = {
    language: paper.language,
    title: `${labels.title} ${paper.orderNumber}`,
    author: paper.organizer.name,
    ...{ accent, 'accent-ink': accentInk, organizer: paper.organizer, addresses: paper.addresses, notes: paper.notes },
    number: { label: labels.orderNumber, value: paper.orderNumber },
    date: `${labels.orderDate} ${paper.orderDate}`,
    heading: labels.title,
    event: [event.title, event.date, event.place].join('  ·  '),
    heads: [labels.position, labels.quantity, labels.unitPrice, labels.amount],
    lines: paper.lines.map(line),
    total: { label: labels.total, value: money(paper.totalCents) },
    taxes: {
      heads: [labels.rate, labels.net, labels.tax, labels.gross],
      rows: paper.taxes.map((tax) => [tax.rate, money(tax.netCents), money(tax.taxCents), money(tax.grossCents)]),
    },
    payment: { title: labels.payment, status: paper.status.word, tone: tones[paper.status.tone], ...payment },
    withdrawal: withdrawal && { ...withdrawal, 'form-title': withdrawal.formTitle },
    foot: [paper.platform],
  };
  return renderDocument(fonts, { template: 'modules/orders/documents/confirmation.typ', data }, by);
}

export function renderTicket(fonts: PdfFonts, ticket: ParticipantConfirmationData, by: RequestedBy) {
  const { labels, event, competition, participant, organizer } = ticket;
  const { accent, accentInk } = accentOnPaper(ticket.accent);
  const shares = participant.team ? { wide: 0.29, start: 0.25, order: 0.17 } : { wide: 0.42, start: 0.38, order: 0.2 };
  const data = {
    language: ticket.language,
    title: `${labels.title} – ${participant.name}`,
    author: organizer.name,
    ...{ accent, 'accent-ink': accentInk, figure: ticket.figure, name: participant.name, code: ticket.code },
    sample: ticket.sample ?? null,
    event: event.title,
    when: `${event.date}  ·  ${event.place}`,
    'code-alt': ticket.codeText,
    'show-at-gate': labels.showAtGate,
    fold: labels.fold,
    cells: [
      { label: labels.competition, value: competition.title, share: shares.wide },
      ...(participant.team ? [{ label: labels.team, value: participant.team, share: shares.wide }] : []),
      { label: labels.start, value: competition.start, share: shares.start },
      { label: labels.order, value: ticket.orderNumber, share: shares.order },
    ],
    'start-info': { title: labels.startInfo, texts: ticket.startInfo },
    details: { title: labels.details, facts: [...participant.facts, ...ticket.answers] },
    articles: { title: labels.articles, texts: ticket.articles },
    foot: [[organizer.name, ...organizer.lines].join('  ·  '), ticket.platform],
  };
  const pictures = { 'code.png': ticket.qr };
  return renderDocument(fonts, { template: 'modules/orders/documents/ticket.typ', data, pictures }, by);
}
