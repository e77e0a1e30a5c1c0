import type { Translator } from '#src/texts/locale.ts';
import { say } from '#src/web/forms/fields.ts';
import type { AuditedKind } from '../schema.ts';

/** Where the words of a kind's fields stand, of those that have words of their own. */
const ownWords: Partial<Record<AuditedKind, string>> = {
  page: 'eventPage',
  course: 'eventPage.course',
  waitingRoom: 'waitingRoom',
  lottery: 'lottery',
  waitlist: 'waitlist',
};

/** What the form of a kind of record calls a field, by its name in the history. */
export const fieldLabel = (kind: AuditedKind, field: string, i18n: Translator): string =>
  say(i18n, `${ownWords[kind] ?? 'events'}.form.${field}`);
