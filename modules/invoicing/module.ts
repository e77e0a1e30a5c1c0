import { create as contentDisposition } from 'content-disposition';
import { versionOfLink } from '#src/access/versioned-links.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { PersonalData, ShopModule } from '#src/runtime/module.ts';
import { page, type Route } from '#src/web/http.ts';
import { accountingApi } from './accounting/api.ts';
import { accountingPages } from './accounting/pages.tsx';
import { customerInvoiceApi, customerInvoiceListApi, customerInvoicePages } from './customer/api.ts';
import { customerHandlers, issueBacklogJob } from './customer/handlers.ts';
import { visiblePapers } from './customer/order-papers.ts';
import { feesApi } from './fees/api.ts';
import { feesJob } from './fees/fees-job.ts';
import { paperFile } from './papers/paper-file.ts';
import { linkVersionOf, paperPath, papersOfBuyer } from './papers/read-papers.ts';
import { payoutApi } from './payouts/api.ts';
import { payoutPages } from './payouts/pages.tsx';
import { payoutHandlers } from './payouts/settle-payout.ts';
import { proofApi } from './proof/api.ts';
import { proofPages } from './proof/pages.tsx';
import { proofJob } from './proof/proof-job.ts';
import { invoicingProblems } from './rules/problems.ts';
import { settlementApi } from './settlements/api.ts';
import { settlementPages } from './settlements/pages.tsx';
import { invoicesOver } from './settlements/read-settlements.ts';
import { settlementPart } from './settlements/settlement-page.tsx';
import { templateApi } from './template/api.ts';
import { templatePages } from './template/pages.tsx';
import { forgetPaperPictures } from './template/save-pictures.ts';

/**
 * Issued papers cannot be erased: retention is 7 years in Austria, 8 in Germany, 10 in Switzerland. They contain no
 * mail address, telephone, participants or card digits.
 */
export const invoicingData: PersonalData = {
  async collect(reader, userId) {
    return { papers: await papersOfBuyer(reader, userId) };
  },
  erase: async () => {},
};

const download = page({ method: 'get', path: '/documents/papers/{paperId}', may: 'document.open' }, async (call) => {
  const { deps, params, query, now } = call;
  const version = versionOfLink(deps.signer, paperPath(params.paperId), query, now);
  if (version === null || (await linkVersionOf(deps.read, params.paperId)) !== version) return refuse('NOT_FOUND');
  const { bytes, fileName } = await paperFile(deps, params.paperId, call.viewer?.visitId ?? `paper ${params.paperId}`);
  return new Response(bytes, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': contentDisposition(fileName, {
        type: 'inline',
        fallback: `paper-${params.paperId}.pdf`,
      }),
      'cache-control': 'private, no-store',
    },
  });
});

export const paperPages: readonly Route[] = [download];

export const invoicingModule = {
  name: 'invoicing',
  problems: invoicingProblems,
  personalData: invoicingData,
  routes: [
    ...customerInvoiceApi,
    ...customerInvoiceListApi,
    ...paperPages,
    ...customerInvoicePages,
    ...feesApi,
    ...templateApi,
    ...templatePages,
    ...settlementApi,
    ...payoutApi,
    ...accountingApi,
    ...proofApi,
    ...settlementPages,
    ...payoutPages,
    ...accountingPages,
    ...proofPages,
  ],
  factHandlers: (deps) => [...customerHandlers(deps), ...payoutHandlers(deps)],
  jobs: (deps) => [issueBacklogJob(deps), forgetPaperPictures(deps), proofJob(deps), feesJob(deps)],
  slots: (deps) => ({
    settlementPart: (eventId, i18n) => settlementPart(deps.read, eventId, i18n, deps.clock()),
    invoicesOver,
    orderPapers: (order) => visiblePapers(deps, order),
  }),
} satisfies ShopModule;
