import { catalogOf, wordsOf } from '#modules/events/index.ts';
import type { Work } from '#src/data/work.ts';
import { days, plus } from '#src/kernel/time.ts';
import { renderMail } from '#src/mail/frame.tsx';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type Locale, type Translator, translatorFor } from '#src/texts/locale.ts';
import {
  creatorOf,
  type ExportRow,
  exportOf,
  type ListedExport,
  mailedLinkEnd,
  mayHaveExport,
  signedExportLink,
} from './read-exports.ts';
import { noteMailed } from './store-export.ts';

/** `01.03.2026 bis 31.03.2026`; empty without limits. */
export function spanInWords({ fromDate, toDate }: Pick<ExportRow, 'fromDate' | 'toDate'>, i18n: Translator): string {
  const [from, to] = [fromDate && i18n.calendarDate(fromDate), toDate && i18n.calendarDate(toDate)];
  if (from && to) return i18n.t('exports.span', { from, to });
  if (from) return i18n.t('exports.since', { from });
  return to ? i18n.t('exports.until', { to }) : '';
}

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    ExportReady: { exportId: number };
  }
}

/** Queues the mail, unless the requester lost the right to the file. */
export async function postExportMail(work: Work, row: ListedExport): Promise<void> {
  const creator = await creatorOf(work.tx, row);
  await noteMailed(work, row.id);
  if (!creator || !(await mayHaveExport(work.tx, creator, row))) return;
  await work.post({
    type: 'ExportReady',
    uniqueKey: `export|${row.id}`,
    recipient: row.mailTo ?? creator.email,
    locale: row.language,
    params: { exportId: row.id },
    priority: 8,
    expiresAt: row.endsAt,
  });
}

type MailRow = Pick<
  ListedExport,
  'id' | 'kind' | 'eventId' | 'eventTitle' | 'creatorEmail' | 'createdAt' | 'endsAt' | 'fromDate' | 'toDate'
>;

/** The link gives access to the file, so the mail says who may get it. */
async function content(deps: Deps, row: MailRow, locale: Locale): Promise<MailContent> {
  const catalog = row.eventId === null ? null : await catalogOf(deps.read, row.eventId);
  const general = translatorFor(locale);
  const i18n = catalog ? wordsOf(general, catalog) : general;
  const until = mailedLinkEnd(row.endsAt, deps.clock());
  const subject = i18n.t('exports.mail.subject', { kind: i18n.t(`exports.kind.${row.kind}`) });
  const span = spanInWords(row, i18n);
  const event = row.eventTitle ?? i18n.t('exports.allEvents');
  return renderMail(subject, {
    lang: i18n.htmlLang,
    preheader: event,
    brand: i18n.t('ui.product.name'),
    blocks: [
      { kind: 'heading', text: subject },
      {
        kind: 'facts',
        facts: [
          { label: i18n.t('exports.column.event'), value: event },
          ...(span ? [{ label: i18n.t('exports.column.days'), value: span }] : []),
          { label: i18n.t('exports.column.createdAt'), value: i18n.dateTime(row.createdAt) },
          { label: i18n.t('exports.column.creator'), value: row.creatorEmail },
        ],
      },
      { kind: 'button', label: i18n.t('exports.mail.button'), url: signedExportLink(deps, row.id, until) },
      { kind: 'hint', text: i18n.t('exports.mail.until', { until: i18n.dateTime(until) }) },
      { kind: 'hint', text: i18n.t('exports.mail.care') },
    ],
    footer: [i18n.t('exports.mail.why', { who: row.creatorEmail }), deps.config.publicUrl],
  });
}

export const exportMailTypes = (deps: Deps): MailType[] => [
  mailType('ExportReady', {
    audience: 'organizer',
    async make({ exportId }, locale) {
      const row = await exportOf(deps.read, exportId);
      return row?.fileName ? content(deps, row, locale) : null;
    },
    async sample(eventId, locale) {
      const catalog = await catalogOf(deps.read, eventId);
      const now = deps.clock();
      const dates = { createdAt: plus(now, -days(2)), endsAt: plus(now, days(7)), fromDate: null, toDate: null };
      const row = { id: 0, kind: 'detailed', eventId, eventTitle: catalog?.event.title ?? null, ...dates } as const;
      return content(deps, { ...row, creatorEmail: 'eva.muster@example.org' }, locale);
    },
  }),
];
