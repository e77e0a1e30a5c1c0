import { type Cents, cents } from '#src/kernel/money.ts';
import { days, type Instant, instant } from '#src/kernel/time.ts';
import { renderMail } from '#src/mail/frame.tsx';
import type { MailType } from '#src/mail/kinds.ts';
import { mailType } from '#src/mail/kinds.ts';
import type { MailAttachment, MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type Locale, translatorFor } from '#src/texts/locale.ts';
import { organizerById } from '../read.ts';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    OrganizerInvoice: OrganizerInvoiceParams;
  }
}

/** The figures of a settlement, as whoever makes it hands them over with the mail. */
export type OrganizerInvoiceParams = {
  organizerId: number;
  eventTitle: string;
  /** The period that is settled, epoch milliseconds, both days included. */
  from: Instant;
  to: Instant;
  invoiceNumber: string;
  /** What the organizer is paid out, cents. */
  payout: Cents;
  /** The invoice as a stored file, the folder that it is in, and what it is to be called in the mail. */
  file?: { stored: string; name: string; folder?: string } | null;
};

/** To an organizer: what was settled, what is paid out, and the invoice about it. */
export const organizerMailTypes = (deps: Pick<Deps, 'read' | 'files' | 'config' | 'clock'>): MailType[] => [
  mailType('OrganizerInvoice', {
    audience: 'organizer',
    async make(invoice, locale) {
      const organizer = await organizerById(deps.read, invoice.organizerId);
      if (!organizer) return null;
      const { stored = null, folder } = invoice.file ?? {};
      const shelf = folder ? deps.files.within(folder) : deps.files;
      const bytes = stored ? await shelf.get(stored) : null;
      const files = bytes && invoice.file ? [{ name: invoice.file.name, type: 'application/pdf', bytes }] : [];
      return invoiceMail(deps, organizer.name, invoice, locale, files);
    },
    async sample(_, locale) {
      const i18n = translatorFor(locale);
      const now = deps.clock();
      const invoice = {
        organizerId: 0,
        eventTitle: i18n.t('organizerInvoice.sample.event'),
        from: instant(now - days(30)),
        to: now,
        invoiceNumber: 'R-2026-0042',
        payout: cents(1_234_560),
      };
      return invoiceMail(deps, i18n.t('organizerInvoice.sample.organizer'), invoice, locale, []);
    },
  }),
];

function invoiceMail(
  { config }: Pick<Deps, 'config'>,
  organizer: string,
  invoice: OrganizerInvoiceParams,
  locale: Locale,
  files: MailAttachment[],
): MailContent {
  const i18n = translatorFor(locale);
  const { t } = i18n;
  const { eventTitle: event, invoiceNumber } = invoice;
  const payout = i18n.money(invoice.payout);
  return renderMail(
    t('organizerInvoice.subject', { event }),
    {
      lang: i18n.htmlLang,
      preheader: t('organizerInvoice.preheader', { payout, invoiceNumber }),
      brand: t('ui.product.name'),
      blocks: [
        { kind: 'heading', text: t('organizerInvoice.title') },
        { kind: 'paragraph', text: t('mail.greeting', { name: organizer }) },
        { kind: 'paragraph', text: t('organizerInvoice.text', { event }) },
        {
          kind: 'facts',
          facts: [
            {
              label: t('organizerInvoice.period'),
              value: t('organizerInvoice.fromTo', { from: i18n.date(invoice.from), to: i18n.date(invoice.to) }),
            },
            { label: t('organizerInvoice.number'), value: invoiceNumber },
            { label: t('organizerInvoice.payout'), value: payout },
          ],
        },
        ...(files.length > 0 ? [{ kind: 'hint' as const, text: t('organizerInvoice.attached') }] : []),
        { kind: 'hint', text: t('organizerInvoice.questions', { contact: config.contactEmail }) },
      ],
      footer: [t('organizerInvoice.why', { organizer }), t('ui.product.name'), config.publicUrl],
    },
    files,
  );
}
