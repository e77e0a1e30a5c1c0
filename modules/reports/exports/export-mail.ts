import { catalogOf, wordsOf } from '#modules/events/index.ts';
import type { Deps } from '#src/platform/deps.ts';
import { wordsFor } from '#src/platform/locale.ts';
import { renderMail } from '#src/platform/mail/frame.tsx';
import { type MailType, mailType } from '#src/platform/mail/kinds.ts';
import type { Work } from '#src/platform/work.ts';
import { creatorOf, mayHaveExport } from './creator.ts';
import { linkEnd, signedExportLink } from './export-link.ts';
import { spanInWords } from './export-words.ts';
import { noteMailed } from './keep-export.ts';
import { exportOf, type ListedExport } from './read-exports.ts';

declare module '#src/platform/mail/kinds.ts' {
  interface MailParams {
    ExportReady: { exportId: number };
  }
}

/** Puts the mail into the outbox; who lost the right to the file in the meantime gets none. */
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
    // After codes and confirmations.
    priority: 8,
    expiresAt: row.endsAt,
  });
}

/** Where the file is. The link stands for the file itself, so the mail says to whom it may go. */
export const exportMailTypes = (deps: Deps): MailType[] => [
  mailType('ExportReady', {
    async make({ exportId }, locale) {
      const row = await exportOf(deps.read, exportId);
      if (!row?.fileName) return null;
      const catalog = row.eventId === null ? null : await catalogOf(deps.read, row.eventId);
      const general = wordsFor(locale);
      const words = catalog ? wordsOf(general, catalog) : general;
      const now = deps.clock();
      const brand = words.t('ui.product.name');
      const kind = words.t(`exports.kind.${row.kind}`);
      const subject = words.t('exports.mail.subject', { kind });
      const days = spanInWords(row, words);
      return renderMail(subject, {
        lang: words.htmlLang,
        preheader: row.eventTitle ?? words.t('exports.allEvents'),
        brand,
        blocks: [
          { kind: 'heading', text: subject },
          {
            kind: 'facts',
            facts: [
              { label: words.t('exports.column.event'), value: row.eventTitle ?? words.t('exports.allEvents') },
              ...(days ? [{ label: words.t('exports.column.days'), value: days }] : []),
              { label: words.t('exports.column.createdAt'), value: words.dateTime(row.createdAt) },
              { label: words.t('exports.column.creator'), value: row.creatorEmail },
            ],
          },
          { kind: 'button', label: words.t('exports.mail.button'), url: signedExportLink(deps, row, now) },
          { kind: 'hint', text: words.t('exports.mail.until', { until: words.dateTime(linkEnd(row.endsAt, now)) }) },
          { kind: 'hint', text: words.t('exports.mail.care') },
        ],
        footer: [words.t('exports.mail.why', { who: row.creatorEmail }), deps.config.publicUrl],
      });
    },
  }),
];
