import type { ShopModule } from '#src/runtime/module.ts';
import { sharedTeamApi } from './api.ts';
import { sharedTeamHandlers } from './handlers.ts';
import { sharedTeamMailTypes } from './mails/mail-types.ts';
import { managePages } from './management/pages.tsx';
import { captainPages } from './pages/captain-routes.tsx';
import { joinPages } from './pages/join-page.tsx';
import { openPages } from './pages/open-page.tsx';
import { sharedTeamData } from './personal-data.ts';
import { sharedTeamProblems } from './rules/problems.ts';
import { forgetTeamsJob, sharedTeamsJob } from './team-jobs.ts';

export const sharedTeamsModule = {
  name: 'shared-teams',
  problems: sharedTeamProblems,
  routes: [...sharedTeamApi, ...openPages, ...captainPages, ...joinPages, ...managePages],
  factHandlers: sharedTeamHandlers,
  jobs: (deps) => [sharedTeamsJob(deps), forgetTeamsJob(deps)],
  mailTypes: sharedTeamMailTypes,
  personalData: sharedTeamData,
} satisfies ShopModule;
