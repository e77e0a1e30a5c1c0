import { userById } from '#modules/accounts/index.ts';
import { days, type Instant } from '#src/kernel/time.ts';
import { renderMail } from '#src/mail/frame.tsx';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { type Invitation, invitationNumbered, invitationPath } from '../invitations/invitations.ts';
import { organizerById } from '../read.ts';
import { invitationState } from '../rules/invitation.ts';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    OrganizerInvitation: { invitationId: number };
  }
}

type Said = Pick<Invitation, 'email' | 'role' | 'message'> & {
  expiresAt: Instant;
  organizer: string;
  inviter: string;
  url: string;
};

/** To somebody who is asked to work for an organizer, in that one's own words. Not sent when it ended meanwhile. */
export const invitationMailTypes = (deps: Pick<Deps, 'read' | 'config' | 'clock' | 'signer'>): MailType[] => [
  mailType('OrganizerInvitation', {
    audience: 'organizer',
    async make({ invitationId }, locale) {
      const invitation = await invitationNumbered(deps.read, invitationId);
      const organizer = invitation && (await organizerById(deps.read, invitation.organizerId));
      if (!organizer || invitationState(invitation, deps.clock()) !== 'open') return null;
      const inviter = invitation.invitedBy === null ? null : await userById(deps.read, invitation.invitedBy);
      const name = [inviter?.firstname, inviter?.lastname].filter(Boolean).join(' ');
      return written(locale, {
        ...invitation,
        organizer: organizer.name,
        inviter: name || (inviter?.email ?? organizer.name),
        url: deps.config.publicUrl + invitationPath(deps.signer, invitation),
      });
    },
    async sample(_, locale) {
      const { t } = translatorFor(locale);
      return written(locale, {
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

function written(locale: Parameters<typeof translatorFor>[0], said: Said) {
  const i18n = translatorFor(locale);
  const { t } = i18n;
  const { organizer, inviter, email, message } = said;
  const role = t(`organizers.role.${said.role}`);
  return renderMail(t('organizers.invitation.mail.subject', { organizer }), {
    lang: i18n.htmlLang,
    preheader: t('organizers.invitation.mail.preheader', { role }),
    brand: t('ui.product.name'),
    blocks: [
      { kind: 'heading', text: t('organizers.invitation.mail.title', { organizer }) },
      { kind: 'paragraph', text: t('organizers.invitation.mail.text', { inviter, organizer, role }) },
      ...(message ? [{ kind: 'paragraph' as const, text: t('organizers.invitation.mail.message', { message }) }] : []),
      { kind: 'paragraph', text: t(`organizers.role.${said.role}.text`) },
      { kind: 'button', label: t('organizers.invitation.mail.button'), url: said.url },
      { kind: 'hint', text: t('organizers.invitation.mail.until', { email, until: i18n.dateTime(said.expiresAt) }) },
    ],
    footer: [t('organizers.invitation.mail.why', { inviter }), t('ui.product.name')],
  });
}
