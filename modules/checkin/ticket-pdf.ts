import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import {
  answersInWords,
  type OrderRecord,
  type ParticipantConfirmationData,
  type ParticipantRecord,
  printedFacts,
  renderTicket,
  ticketLabelsFrom,
} from '#modules/orders/index.ts';
import type { ParticipantField } from '#modules/orders/rules/participant.ts';
import { organizerById } from '#modules/organizers/index.ts';
import { contactLines } from '#modules/organizers/rules/address.ts';
import { qrPng } from '#src/documents/qr.ts';
import type { MailAttachment } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { RequestedBy } from '#src/runtime/processes/drawer.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { StartWave } from './slots.ts';
import { nameOf, type Ticket, ticketsOf, ticketTranslator } from './ticket.ts';

type PdfDeps = Pick<Deps, 'read' | 'signer' | 'config' | 'clock' | 'fonts' | 'startWave'>;

export async function ticketPdf(deps: PdfDeps, ticket: Ticket, by: RequestedBy = null): Promise<MailAttachment> {
  const i18n = ticketTranslator(ticket, ticket.order.language);
  return {
    name: i18n.t('documents.ticket.fileName', { participantId: ticket.participant.id }),
    type: 'application/pdf',
    bytes: await renderTicketPdf(
      deps,
      { ...ticket, wave: await deps.startWave(deps.read, ticket.participant.id) },
      i18n,
      {
        by,
      },
    ),
  };
}

export type PdfTicket = Pick<Ticket, 'teamName' | 'organizer' | 'code'> & {
  wave?: StartWave | null;
  order: Pick<OrderRecord, 'event' | 'formFields' | 'orderNumber'>;
  competition: Pick<Ticket['competition'], 'title' | 'timestamp'>;
  participant: Pick<ParticipantRecord, 'id' | 'rrBib' | ParticipantField | 'formFieldsSelected'> & {
    orderedArticleVariants: { name: string; variantName: string; quantity: number }[];
  };
};

/** `sample`: text across the page. `by`: the requester. */
export async function renderTicketPdf(
  deps: Pick<Deps, 'read' | 'fonts'>,
  ticket: PdfTicket,
  i18n: Translator,
  { sample = null, by }: { sample?: string | null; by: RequestedBy },
): Promise<Uint8Array> {
  const data = await pdfData(deps, ticket, i18n);
  return renderTicket(deps.fonts, { ...data, sample }, by);
}

async function pdfData(
  deps: Pick<Deps, 'read'>,
  ticket: PdfTicket,
  i18n: Translator,
): Promise<ParticipantConfirmationData> {
  const { order, participant, competition, teamName, organizer, wave = null } = ticket;
  const { event } = order;
  const mainOrganizer = organizer && (await organizerById(deps.read, organizer.id));
  const lines = contactLines(mainOrganizer);
  const label = whiteLabelOf({ event, organizers: organizer ? [organizer] : [] });
  return {
    language: i18n.htmlLang,
    accent: label?.accent ?? organizer?.accentColor ?? null,
    organizer: { name: organizer?.name ?? i18n.t('ui.product.name'), lines },
    platform: i18n.t('documents.platform', { platform: label?.name ?? i18n.t('ui.product.name') }),
    event: { title: event.title, date: i18n.weekdayDate(event.startTimestamp), place: event.location },
    competition: {
      title: wave ? `${competition.title} · ${wave.title}` : competition.title,
      start: i18n.dateTime(wave?.startsAt ?? competition.timestamp),
    },
    figure: participant.rrBib === null ? null : { label: i18n.t('documents.ticket.bib'), value: participant.rrBib },
    participant: { name: nameOf(ticket), team: teamName, facts: printedFacts(participant, i18n) },
    answers: answersOf(ticket, i18n),
    articles: participant.orderedArticleVariants.map((article) =>
      i18n.t('documents.ticket.articleLine', {
        quantity: article.quantity,
        name: article.variantName === '' ? article.name : `${article.name}, ${article.variantName}`,
      }),
    ),
    startInfo: event.pdfDescription.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== ''),
    orderNumber: order.orderNumber,
    code: ticket.code,
    qr: await qrPng(ticket.code),
    codeText: i18n.t('checkin.ticket.qr', { name: nameOf(ticket) }),
    labels: ticketLabelsFrom((key) => i18n.t(key)),
  };
}

type Answered = {
  order: Pick<PdfTicket['order'], 'formFields'>;
  participant: Pick<PdfTicket['participant'], 'formFieldsSelected'>;
};

/** Answers whose fields are marked for this paper. */
export const answersOf = ({ order, participant }: Answered, i18n: Translator) =>
  answersInWords(order, participant, i18n, (field) => field.includeInConfirmationPdf);

export async function ticketFilesOf(
  deps: Deps,
  order: OrderRecord,
  participantIds: readonly number[],
): Promise<MailAttachment[]> {
  const files: MailAttachment[] = [];
  for (const ticket of ticketsOf(order, deps.signer))
    if (participantIds.includes(ticket.participant.id)) files.push(await ticketPdf(deps, ticket));
  return files;
}
