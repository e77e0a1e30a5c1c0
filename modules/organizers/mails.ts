import { userById } from '#modules/accounts/index.ts';
import type { OrganizerRole } from '#src/access/permissions.ts';
import type { Work } from '#src/data/work.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { days, type Instant, instant, plus } from '#src/kernel/time.ts';
import { renderMail } from '#src/mail/frame.tsx';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { MailAttachment, MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type Locale, translatorFor } from '#src/texts/locale.ts';
import { type Invitation, invitationNumbered, invitationPath } from './invitations/invitations.ts';
import { organizerById } from './read.ts';
import { invitationState } from './rules/invitation.ts';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    OrganizerAccess: { organizerId: number; role: OrganizerRole };
  }
}

/** To a person who was added without an invitation. */
export const accessMailTypes = (deps: Pick<Deps, 'read' | 'config'>): MailType[] => [
  mailType('OrganizerAccess', {
    audience: 'organizer',
    async make({ organizerId, role }, locale) {
      const organizer = await organizerById(deps.read, organizerId);
      return (
        organizer && accessMail(locale, { organizer: organizer.name, role, url: `${deps.config.publicUrl}/admin` })
      );
    },
    async sample(_, locale) {
      const organizer = translatorFor(locale).t('organizerInvoice.sample.organizer');
      return accessMail(locale, { organizer, role: 'owner', url: `${deps.config.publicUrl}/admin` });
    },
  }),
];

type AccessMail = { organizer: string; role: OrganizerRole; url: string };
function accessMail(locale: Parameters<typeof translatorFor>[0], mail: AccessMail) {
  const i18n = translatorFor(locale);
  const { t } = i18n;
  const { organizer, url } = mail;
  const role = t(`organizers.role.${mail.role}`);
  return renderMail(t('organizers.access.mail.subject', { organizer }), {
    lang: i18n.htmlLang,
    preheader: t('organizers.invitation.mail.preheader', { role }),
    brand: t('ui.product.name'),
    blocks: [
      { kind: 'heading', text: t('organizers.access.mail.subject', { organizer }) },
      { kind: 'paragraph', text: t('organizers.access.mail.text', { organizer, role }) },
      { kind: 'paragraph', text: t(`organizers.role.${mail.role}.text`) },
      { kind: 'button', label: t('organizers.access.mail.button'), url },
      { kind: 'hint', text: t('organizers.access.mail.how') },
    ],
    footer: [t('organizers.access.mail.why', { organizer }), t('ui.product.name')],
  });
}

export const postAccess = (
  work: Work,
  {
    recipient,
    organizerId,
    role,
    locale,
  }: { recipient: string; organizerId: number; role: OrganizerRole; locale: string },
): Promise<boolean> =>
  work.post({
    type: 'OrganizerAccess',
    params: { organizerId, role },
    recipient,
    locale,
    uniqueKey: `organizer access ${organizerId} ${role} ${recipient} ${work.now}`,
    expiresAt: plus(work.now, days(7)),
  });

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    OrganizerInvitation: { invitationId: number };
  }
}

type InvitationMail = Pick<Invitation, 'email' | 'role' | 'message'> & {
  expiresAt: Instant;
  organizer: string;
  inviter: string;
  url: string;
};

/** Invites a person. Not sent when the invitation has ended. */
export const invitationMailTypes = (deps: Pick<Deps, 'read' | 'config' | 'clock' | 'signer'>): MailType[] => [
  mailType('OrganizerInvitation', {
    audience: 'organizer',
    async make({ invitationId }, locale) {
      const invitation = await invitationNumbered(deps.read, invitationId);
      const organizer = invitation && (await organizerById(deps.read, invitation.organizerId));
      if (!organizer || invitationState(invitation, deps.clock()) !== 'open') return null;
      const inviter = invitation.invitedBy === null ? null : await userById(deps.read, invitation.invitedBy);
      const name = [inviter?.firstname, inviter?.lastname].filter(Boolean).join(' ');
      return invitationMail(locale, {
        ...invitation,
        organizer: organizer.name,
        inviter: name || (inviter?.email ?? organizer.name),
        url: deps.config.publicUrl + invitationPath(deps.signer, invitation),
      });
    },
    async sample(_, locale) {
      const { t } = translatorFor(locale);
      return invitationMail(locale, {
        email: 'anna@example.com',
        role: 'finance',
        message: t('organizers.invitation.sampleMessage'),
        expiresAt: (deps.clock() + days(7)) as Instant,
        organizer: t('organizerInvoice.sample.organizer'),
        inviter: 'Erika Muster',
        url: deps.config.publicUrl,
      });
    },
  }),
];

function invitationMail(locale: Parameters<typeof translatorFor>[0], mail: InvitationMail) {
  const i18n = translatorFor(locale);
  const { t } = i18n;
  const { organizer, inviter, email, message } = mail;
  const role = t(`organizers.role.${mail.role}`);
  return renderMail(t('organizers.invitation.mail.subject', { organizer }), {
    lang: i18n.htmlLang,
    preheader: t('organizers.invitation.mail.preheader', { role }),
    brand: t('ui.product.name'),
    blocks: [
      { kind: 'heading', text: t('organizers.invitation.mail.title', { organizer }) },
      { kind: 'paragraph', text: t('organizers.invitation.mail.text', { inviter, organizer, role }) },
      ...(message ? [{ kind: 'paragraph' as const, text: t('organizers.invitation.mail.message', { message }) }] : []),
      { kind: 'paragraph', text: t(`organizers.role.${mail.role}.text`) },
      { kind: 'button', label: t('organizers.invitation.mail.button'), url: mail.url },
      { kind: 'hint', text: t('organizers.invitation.mail.until', { email, until: i18n.dateTime(mail.expiresAt) }) },
    ],
    footer: [t('organizers.invitation.mail.why', { inviter }), t('ui.product.name')],
  });
}

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    OrganizerInvoice: OrganizerInvoiceParams;
  }
}

/** The figures of a settlement, passed by the caller. */
type OrganizerInvoiceParams = {
  organizerId: number;
  eventTitle: string;
  /** Epoch milliseconds, both days included. */
  from: Instant;
  to: Instant;
  invoiceNumber: string;
  /** In cents. */
  payout: Cents;
  /** The stored invoice, its folder, and the name of the attachment. */
  file?: { stored: string; name: string; folder?: string } | null;
};

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
