import type { ShopModule } from '#src/platform/module.ts';
import { statisticsRoutes } from './statistics/routes.ts';

export const reportsModule: ShopModule = {
  name: 'reports',
  problems: {},
  routes: [...statisticsRoutes],
};
