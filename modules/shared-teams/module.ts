import type { ShopModule } from '#src/runtime/module.ts';
import { sharedTeamApi } from './api.ts';
import { forgetTeamsJob, sharedTeamHandlers, sharedTeamsJob } from './handlers.ts';
import { sharedTeamMailTypes } from './mails.ts';
import { managePages } from './management/pages.tsx';
import { captainPages } from './pages/captain-page.tsx';
import { joinPages } from './pages/join-page.tsx';
import { openPages } from './pages/open-page.tsx';
import { sharedTeamData } from './personal-data.ts';
import { sharedTeamProblems } from './rules/problems.ts';

export const sharedTeamsModule = {
  name: 'shared-teams',
  problems: sharedTeamProblems,
  routes: [...sharedTeamApi, ...openPages, ...captainPages, ...joinPages, ...managePages],
  factHandlers: sharedTeamHandlers,
  jobs: (deps) => [sharedTeamsJob(deps), forgetTeamsJob(deps)],
  mailTypes: sharedTeamMailTypes,
  personalData: sharedTeamData,
} satisfies ShopModule;
