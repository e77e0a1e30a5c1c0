import type { ShopModule } from '#src/runtime/module.ts';
import { giftCardApi } from './api.ts';
import { giftCardMailTypes } from './mails/mail-types.ts';
import { managementPages } from './management/pages.tsx';
import { shopPages } from './pages/shop-pages.tsx';
import { giftCardData } from './personal-data.ts';
import { readCardCode } from './rules/code.ts';
import { giftCardProblems } from './rules/problems.ts';
import { sendCardsJob } from './send-cards-job.ts';

export const giftCardsModule = {
  name: 'gift-cards',
  problems: giftCardProblems,
  routes: [...giftCardApi, ...shopPages, ...managementPages],
  jobs: (deps) => [sendCardsJob(deps)],
  mailTypes: giftCardMailTypes,
  personalData: giftCardData,
  slots: () => ({ isGiftCardCode: (typed) => readCardCode(typed) !== null }),
} satisfies ShopModule;
