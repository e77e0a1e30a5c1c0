import type { ShopModule } from '#src/platform/module.ts';
import { organizerApi } from './api.ts';
import { organizerMailTypes } from './emails/organizer-invoice.ts';
import { organizerPages } from './pages.tsx';
import { organizerData } from './personal-data.ts';

export const organizersModule: ShopModule = {
  name: 'organizers',
  problems: {},
  routes: [...organizerApi, ...organizerPages],
  mailTypes: organizerMailTypes,
  personalData: organizerData,
};
