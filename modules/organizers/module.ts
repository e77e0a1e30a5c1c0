import type { ShopModule } from '#src/runtime/module.ts';
import { organizerApi } from './api.ts';
import { accessMailTypes, invitationMailTypes, organizerMailTypes } from './mails.ts';
import { organizerPages } from './pages.tsx';
import { organizerData } from './personal-data.ts';
import { organizerProblems } from './rules/problems.ts';

export const organizersModule = {
  name: 'organizers',
  problems: organizerProblems,
  routes: [...organizerApi, ...organizerPages],
  mailTypes: (deps) => [...organizerMailTypes(deps), ...invitationMailTypes(deps), ...accessMailTypes(deps)],
  personalData: organizerData,
} satisfies ShopModule;
