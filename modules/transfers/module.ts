import type { ShopModule } from '#src/runtime/module.ts';
import { transferApi } from './api.ts';
import { transferHandlers } from './handlers.ts';
import { expireOffersJob, transferTurnsJob } from './lapse-job.ts';
import { offerPath } from './links.ts';
import { transferMailTypes } from './mails.ts';
import { holderPages } from './pages/holder-page.tsx';
import { managePages } from './pages/manage-page.tsx';
import { offeredPages } from './pages/offered-pages.tsx';
import { ownTransferPages, ownTransferPart } from './pages/own-page.tsx';
import { orderTransferPart } from './pages/parts.tsx';
import { transferData } from './personal-data.ts';
import { needsTransfer } from './read-place.ts';
import { openOffersOf } from './read-transfers.ts';
import { transferProblems } from './rules/problems.ts';
import { transferTimes } from './settings.ts';

export const transfersModule = {
  name: 'transfers',
  problems: transferProblems,
  routes: [...transferApi, ...holderPages, ...ownTransferPages, ...offeredPages, ...managePages],
  factHandlers: () => transferHandlers,
  jobs: (deps) => [transferTurnsJob(deps), expireOffersJob(deps)],
  mailTypes: transferMailTypes,
  personalData: transferData,
  slots: (deps) => ({
    ownTransferPart: (own, i18n) => ownTransferPart(deps, own, i18n),
    orderTransferPart: (order, i18n) => orderTransferPart(deps, order, i18n),
    openOffers: openOffersOf,
    needsTransfer: (reader, place) => needsTransfer(reader, place, deps.clock()),
    transferPagePath: offerPath,
    timesAbove: [transferTimes],
  }),
} satisfies ShopModule;
