import type { ShopModule } from '#src/runtime/module.ts';
import { organizerApi } from './api.ts';
import { accessMailTypes } from './emails/access.ts';
import { invitationMailTypes } from './emails/invitation.ts';
import { organizerMailTypes } from './emails/organizer-invoice.ts';
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
