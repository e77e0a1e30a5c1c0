import type { ShopModule } from '#src/runtime/module.ts';
import { handedOverMail } from './emails/handed-over.ts';
import { memberMails } from './emails/member-mails.ts';
import { orderMailTypes } from './emails/order-mails.ts';
import { mailPreviewApi } from './emails/preview.ts';
import { mailPreviewPages } from './emails/preview-pages.tsx';
import { orderHandlers } from './handlers.ts';
import { adminOrderApi } from './management/api.ts';
import { orderListApi } from './management/order-list-api.ts';
import { orderListPages } from './management/order-list-pages.tsx';
import { orderPagesOfAdmin } from './management/order-pages.tsx';
import { searchPages } from './management/search-page.tsx';
import { soldArticlePages } from './management/sold-articles.tsx';
import { orderCounters, orderGauges } from './metrics.ts';
import { ownOrderApi } from './order/api.ts';
import { expireOrdersJob, remindPendingJob, remindTransfersJob } from './order/expire-orders.ts';
import { orderPages } from './order/pages.tsx';
import { pendingOrdersOf } from './order/read-open-orders.ts';
import { refoldJob } from './order/refold-job.ts';
import { indexOrdersJob } from './order-search.ts';
import { participantApi } from './participants/api.ts';
import { peoplePages } from './participants/people-pages.tsx';
import { orderData } from './personal-data.ts';
import { orderProblems } from './rules/problems.ts';
import { voucherPreviewPages } from './voucher-preview/pages.tsx';

export const ordersModule = {
  name: 'orders',
  problems: orderProblems,
  routes: [
    ...ownOrderApi,
    ...orderListApi,
    ...adminOrderApi,
    ...participantApi,
    ...mailPreviewApi,
    ...mailPreviewPages,
    ...orderListPages,
    ...searchPages,
    ...peoplePages,
    ...orderPagesOfAdmin,
    ...orderPages,
    ...soldArticlePages,
    ...voucherPreviewPages,
  ],
  factHandlers: () => orderHandlers,
  jobs: (deps) => [
    indexOrdersJob(deps),
    expireOrdersJob(deps),
    remindPendingJob(deps),
    remindTransfersJob(deps),
    refoldJob('participants')(deps),
  ],
  counters: orderCounters,
  gauges: orderGauges,
  mailTypes: (deps) => [...orderMailTypes(deps), ...memberMails(deps), handedOverMail(deps)],
  personalData: orderData,
  slots: (deps) => ({ pendingOrders: (viewer) => pendingOrdersOf(deps.read, viewer) }),
} satisfies ShopModule;
