import type { OrganizerRole } from '#src/access/permissions.ts';
import type { Work } from '#src/data/work.ts';
import { days, plus } from '#src/kernel/time.ts';
import { renderMail } from '#src/mail/frame.tsx';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { organizerById } from '../read.ts';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    OrganizerAccess: { organizerId: number; role: OrganizerRole };
  }
}

/** To somebody who may work for an organizer from now on without having been asked first. */
export const accessMailTypes = (deps: Pick<Deps, 'read' | 'config'>): MailType[] => [
  mailType('OrganizerAccess', {
    audience: 'organizer',
    async make({ organizerId, role }, locale) {
      const organizer = await organizerById(deps.read, organizerId);
      return organizer && written(locale, { organizer: organizer.name, role, url: `${deps.config.publicUrl}/admin` });
    },
    async sample(_, locale) {
      const organizer = translatorFor(locale).t('organizerInvoice.sample.organizer');
      return written(locale, { organizer, role: 'owner', url: `${deps.config.publicUrl}/admin` });
    },
  }),
];

type Said = { organizer: string; role: OrganizerRole; url: string };
function written(locale: Parameters<typeof translatorFor>[0], said: Said) {
  const i18n = translatorFor(locale);
  const { t } = i18n;
  const { organizer, url } = said;
  const role = t(`organizers.role.${said.role}`);
  return renderMail(t('organizers.access.mail.subject', { organizer }), {
    lang: i18n.htmlLang,
    preheader: t('organizers.invitation.mail.preheader', { role }),
    brand: t('ui.product.name'),
    blocks: [
      { kind: 'heading', text: t('organizers.access.mail.subject', { organizer }) },
      { kind: 'paragraph', text: t('organizers.access.mail.text', { organizer, role }) },
      { kind: 'paragraph', text: t(`organizers.role.${said.role}.text`) },
      { kind: 'button', label: t('organizers.access.mail.button'), url },
      { kind: 'hint', text: t('organizers.access.mail.how') },
    ],
    footer: [t('organizers.access.mail.why', { organizer }), t('ui.product.name')],
  });
}

/** Tells somebody that they may work for the organizer. */
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
