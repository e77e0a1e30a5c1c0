import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { providerLabel } from '../providers/provider-settings.ts';
import { loginMethodText } from '../sessions/session-list.ts';
import type { AccountAudit } from './read-users.ts';

export function auditDetail(
  { type, comment }: Pick<AccountAudit, 'type' | 'comment'>,
  i18n: Translator,
): string | null {
  switch (type) {
    case 'LoggedIn':
      return comment === '' ? null : loginMethodText(i18n, comment);
    case 'IdentityJoined':
    case 'IdentityRemoved':
      return providerLabel(i18n, comment);
    case 'SettingsChanged':
      return comment
        .split(', ')
        .map((name) => translated(`users.setting.${name}`, i18n) ?? name)
        .join(', ');
    case 'ImpersonationEnded':
      return comment === 'expired' ? i18n.t('users.ended.expired') : null;
    // The comment is empty or an internal id.
    case 'LoginRefused':
    case 'CompanionKept':
    case 'CompanionChanged':
    case 'CompanionForgotten':
    case 'MailSentAgain':
      return null;
    case 'RightsChanged':
    case 'OrganizerInvited':
    case 'OrganizerHostChanged':
    case 'OrganizerBankChanged':
    case 'OrganizerLogoChanged':
    case 'InvoiceTemplateChanged':
      return comment === 'superAdmin' ? i18n.t('users.superAdmin') : atOrganizer(comment, i18n);
    default:
      return comment || null;
  }
}

const translated = (key: string, i18n: Translator): string | null => (i18n.has(key) ? i18n.t(key as MessageKey) : null);

function atOrganizer(comment: string, i18n: Translator): string {
  const [, sign = '', number, role = 'manager', rest = ''] =
    /^([+-] )?organizer (\d+)(?: (\w+))?(.*)$/.exec(comment) ?? [];
  if (number === undefined) return comment;
  const isInvitation = rest.startsWith(', invitation');
  if (sign === '- ') return i18n.t(isInvitation ? 'users.role.withdrawn' : 'users.role.taken', { number });
  if (sign === '+ ' || isInvitation)
    return i18n.t('users.role.given', { number, role: translated(`organizers.role.${role}`, i18n) ?? role });
  const isMoved = rest.includes(' → ');
  return isMoved
    ? i18n.t('users.role.changed', { number, change: rest.slice(2) })
    : i18n.t('users.role.of', { number });
}
