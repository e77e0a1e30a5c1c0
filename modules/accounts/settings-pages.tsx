import { present } from '#src/kernel/assert.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import { type PageCall, type PageRoute, page } from '#src/platform/http.ts';
import type { Words } from '#src/platform/locale.ts';
import type { FormErrors } from '#src/ui/form.tsx';
import { formatDate, parseDate } from '#src/ui/format.ts';
import { paths } from '#src/ui/paths.ts';
import { changeSettings } from './change-settings.ts';
import { textOf } from './pages/forms.ts';
import { type SettingsFields, SettingsPage } from './pages/settings-page.tsx';
import { settingsChangeSchema } from './shapes.ts';
import { userById } from './users.ts';

function showSettings(
  call: PageCall<'account.read' | 'account.change'>,
  fields: SettingsFields,
  errors: FormErrors = {},
) {
  const saved = call.query.get('saved') === '1' && Object.keys(errors).length === 0;
  return call.render(
    <SettingsPage email={call.viewer.email} fields={fields} errors={errors} saved={saved} />,
    { title: call.words.t('accounts.settings.title'), noIndex: true },
    Object.keys(errors).length > 0 ? 400 : 200,
  );
}

function settingsError(words: Words, field: string): string {
  if (field === 'birthDate') return words.t('ui.form.invalidDate');
  if (field === 'firstname' || field === 'lastname') return words.t('accounts.settings.tooLong', { most: 100 });
  return words.t('ui.form.invalid');
}

export const settingsPages: readonly PageRoute[] = [
  page({ method: 'get', path: '/settings', may: 'account.read' }, async (call) => {
    const { deps, viewer, words } = call;
    const user = present(await userById(deps.read, viewer.userId), 'a session has an account');
    return showSettings(call, {
      firstname: user.firstname ?? '',
      lastname: user.lastname ?? '',
      gender: user.gender ?? '',
      birthDate: user.birthDate ? formatDate(user.birthDate, words.locale) : '',
      nationalityCountryCode: user.nationalityCountryCode ?? '',
      language: user.language ?? words.locale,
      termsOfUseAccepted: user.termsAcceptedAt !== null,
    });
  }),

  page({ method: 'post', path: '/settings', may: 'account.change' }, async (call) => {
    const { deps, viewer, words, form } = call;
    const fields: SettingsFields = {
      firstname: textOf(form, 'firstname'),
      lastname: textOf(form, 'lastname'),
      gender: textOf(form, 'gender'),
      birthDate: textOf(form, 'birthDate'),
      nationalityCountryCode: textOf(form, 'nationalityCountryCode'),
      language: textOf(form, 'language'),
      termsOfUseAccepted: form.get('termsOfUseAccepted') === 'true',
    };
    const typedDate = fields.birthDate.trim();
    const parsed = settingsChangeSchema.safeParse({
      ...fields,
      gender: fields.gender || null,
      nationalityCountryCode: fields.nationalityCountryCode || null,
      birthDate: typedDate === '' ? null : (parseDate(typedDate, words.locale) ?? typedDate),
    });
    if (!parsed.success) {
      const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
      return showSettings(
        call,
        fields,
        Object.fromEntries([...names].map((name) => [name, settingsError(words, name)])),
      );
    }
    try {
      const change = { ...parsed.data, birthDate: parsed.data.birthDate as CalendarDate | null };
      await deps.write((work) => changeSettings(work, viewer.userId, change));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return showSettings(call, fields, { birthDate: words.t('accounts.settings.birthDateFuture') });
    }
    return call.redirect(`${paths.settings}?saved=1`);
  }),
];
