import type { ShopModule } from '#src/platform/module.ts';
import { checkinApi } from './api.ts';
import { checkinFactHandlers } from './handlers.ts';
import { checkinMailTypes } from './mails.ts';
import { checkinProblems } from './rules/problems.ts';
import { scanPages } from './scan-routes.tsx';
import { ticketPages } from './ticket-routes.tsx';

export const checkinModule: ShopModule = {
  name: 'checkin',
  problems: checkinProblems,
  routes: [...checkinApi, ...scanPages, ...ticketPages],
  factHandlers: checkinFactHandlers,
  mailTypes: checkinMailTypes,
};
