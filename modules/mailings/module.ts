import type { ShopModule } from '#src/runtime/module.ts';
import { mailingApi } from './api.ts';
import { mailingMailTypes } from './mailing-mail.ts';
import { mailingPages } from './pages.tsx';
import { sendMailingsJob } from './send-mailings.ts';

export const mailingsModule = {
  name: 'mailings',
  problems: {},
  routes: [...mailingApi, ...mailingPages],
  jobs: (deps) => [sendMailingsJob(deps)],
  mailTypes: mailingMailTypes,
} satisfies ShopModule;
