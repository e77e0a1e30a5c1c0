import type { ShopModule } from '#src/runtime/module.ts';
import { transferApi } from './api.ts';
import { transferHandlers } from './handlers.ts';
import { lapseTransfersJob, transferTurnsJob } from './lapse-job.ts';
import { offerPath } from './links.ts';
import { transferMailTypes } from './mails.ts';
import { holderPages } from './pages/holder-routes.tsx';
import { managePages } from './pages/manage-routes.tsx';
import { offeredPages } from './pages/offered-routes.tsx';
import { orderTransferPart } from './pages/order-part.tsx';
import { ownTransferPart } from './pages/own-page.tsx';
import { ownTransferPages } from './pages/own-routes.tsx';
import { transferData } from './personal-data.ts';
import { needsTransfer } from './read-place.ts';
import { openOffersOf } from './read-transfers.ts';
import { transferProblems } from './rules/problems.ts';
import { transferTimes } from './transfer-times.ts';

export const transfersModule = {
  name: 'transfers',
  problems: transferProblems,
  routes: [...transferApi, ...holderPages, ...ownTransferPages, ...offeredPages, ...managePages],
  factHandlers: () => transferHandlers,
  jobs: (deps) => [transferTurnsJob(deps), lapseTransfersJob(deps)],
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
