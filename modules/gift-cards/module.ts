import type { ShopModule } from '#src/platform/module.ts';
import { giftCardMailTypes } from './mails/mail-types.ts';
import { giftCardData } from './personal-data.ts';
import { giftCardProblems } from './rules/problems.ts';
import { sendCardsJob } from './send-cards-job.ts';

export const giftCardsModule: ShopModule = {
  name: 'gift-cards',
  problems: giftCardProblems,
  routes: [],
  jobs: (deps) => [sendCardsJob(deps)],
  mailTypes: giftCardMailTypes,
  personalData: giftCardData,
};
