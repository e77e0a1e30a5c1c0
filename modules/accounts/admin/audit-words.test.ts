import { expect, test } from 'vitest';
import { translatorFor } from '#src/texts/locale.ts';
import { auditDetail } from './audit-words.ts';

const i18n = translatorFor('de');

test.each([
  ['LoggedIn', 'code', 'Mit Code per E-Mail'],
  ['LoggedIn', 'google', 'Mit Google'],
  ['LoggedIn', '', null],
  ['IdentityJoined', 'apple', 'Apple'],
  ['RightsChanged', 'superAdmin', 'Super-Admin'],
  ['RightsChanged', '+ organizer 3', 'Veranstalter 3: Verwaltung'],
  ['RightsChanged', '+ organizer 3 gate', 'Veranstalter 3: Einlass'],
  ['RightsChanged', '- organizer 3', 'Veranstalter 3: keine Rolle mehr'],
  ['OrganizerInvited', 'organizer 3 owner, invitation 7', 'Veranstalter 3: Inhaber'],
  ['OrganizerInvited', '- organizer 3, invitation 7', 'Veranstalter 3: Einladung zurückgezogen'],
  ['OrganizerHostChanged', 'organizer 3: – → lauf.verein.example', 'Veranstalter 3: – → lauf.verein.example'],
  ['OrganizerBankChanged', 'organizer 3', 'Veranstalter 3'],
  ['InvoiceTemplateChanged', 'organizer 3: spacing.top', 'Veranstalter 3'],
  ['SettingsChanged', 'firstname, contactAddress', 'Vorname, Kontaktadresse'],
  ['LoginRefused', 'second factor', null],
  ['CompanionKept', '12', null],
  ['ImpersonationEnded', 'expired', 'Nach einer Stunde von selbst'],
  ['ImpersonationEnded', 'by the person', null],
  ['ImpersonationStarted', 'Anruf: findet die Bestellung nicht', 'Anruf: findet die Bestellung nicht'],
  ['ChangedWhileImpersonating', 'PATCH /api/settings', 'PATCH /api/settings'],
] as const)('%s with %j reads %j', (type, comment, text) => {
  expect(auditDetail({ type, comment }, i18n)).toBe(text);
});
