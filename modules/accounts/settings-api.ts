import { type ApiRoute, api } from '#src/platform/http.ts';
import { accountOf } from './account-of.ts';
import { changeSettings } from './change-settings.ts';
import { accountAnswer, settingsChangeSchema } from './shapes.ts';

const tag = 'Login and settings';

export const settingsApi: readonly ApiRoute[] = [
  api(
    {
      method: 'get',
      path: '/api/settings',
      may: 'account.read',
      tag,
      summary: 'What is stored of the person who is logged in.',
      answer: accountAnswer,
    },
    ({ deps, viewer }) => accountOf(deps, viewer),
  ),
  api(
    {
      method: 'patch',
      path: '/api/settings',
      may: 'account.change',
      tag,
      summary: 'Changes what is named; null empties a field.',
      body: settingsChangeSchema,
      answer: accountAnswer,
    },
    async ({ deps, viewer, body }) => {
      await deps.write((work) => changeSettings(work, viewer.userId, body));
      return accountOf(deps, viewer);
    },
  ),
];
