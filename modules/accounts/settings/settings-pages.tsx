import type { CalendarDate } from '#src/kernel/time.ts';
import { paths } from '#src/ui/paths.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import { saveForm } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { ownAccount, type PageCall, type PageRoute } from '#src/web/http.ts';
import { saveLanguage } from '#src/web/language-cookie.ts';
import { userById } from '../users/users.ts';
import { changeSettings, settingsChangeSchema } from './change-settings.ts';
import { settingsControlOf, settingsForm, settingsRecord, settingsShaped } from './settings-form.tsx';
import { SettingsPage } from './settings-page.tsx';

type Call = PageCall<'account.read' | 'account.change'>;

export const settingsPages: readonly PageRoute[] = formPages({
  path: '/settings',
  may: 'account.change',
  mayRead: 'account.read',
  load: ownAccount,
  of: async (call: Call) => ({
    call,
    user: await userById(call.deps.read, call.viewer.userId),
    companies: await call.deps.companiesPage(call.viewer.email),
  }),
  show: ({ call, user, companies }, state) =>
    call.render(
      <SettingsPage
        email={call.viewer.email}
        record={settingsRecord(user, call.i18n)}
        state={state}
        saved={call.query.get('saved')}
        companies={companies}
      />,
      { title: call.i18n.t('accounts.settings.title'), noIndex: true },
      formStatus(state),
    ),
  save: ({ call, user }) => {
    const { viewer, i18n } = call;
    return saveForm(call, {
      form: settingsForm(i18n),
      schema: settingsChangeSchema,
      reshape: settingsShaped(user?.contactAddress ?? null),
      controlOf: settingsControlOf,
      stored: async ({ tx }) => settingsRecord(await userById(tx, viewer.userId), i18n),
      save: async (work, { birthDate = null, ...data }) => {
        await changeSettings(work, viewer.userId, { ...data, birthDate: birthDate as CalendarDate | null });
        if (data.language && !viewer.impersonator) saveLanguage(call.context, data.language);
        return `${paths.settings}?saved=1`;
      },
    });
  },
});
