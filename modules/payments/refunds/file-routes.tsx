import { create as contentDisposition } from 'content-disposition';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import { refusalText } from '#src/web/forms/refusal.ts';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { openRefundsPath } from '../paths.ts';
import { painVersions } from '../rules/pain-001.ts';
import { refuse } from '../rules/problems.ts';
import { listRefundFiles, refundFileOf, troubledRefunds, waitingTransfers } from './read-refund-lists.ts';
import { refundFileText } from './refund-file-text.ts';
import { makeRefundFile } from './refund-files.ts';
import { RefundFilePaid, RefundsPage } from './refunds-page.tsx';
import { settleRefundFile } from './settle-transfers.ts';

type PayoutCall = PageCall<'payout.make'>;

/** `problem`: nothing was chosen (400), or a refusal (409). */
async function show(call: PayoutCall, problem?: string, status: 200 | 400 | 409 = 200): Promise<Response> {
  const { read, config } = call.deps;
  const ours = config.bank?.iban ?? null;
  const done = call.query.get('done');
  return call.render(
    <RefundsPage
      {...(await waitingTransfers(read, ours))}
      troubled={await troubledRefunds(read)}
      files={await listRefundFiles(read)}
      ours={ours}
      done={done === 'file' || done === 'paid' ? done : null}
      problem={problem ?? null}
    />,
    { title: call.i18n.t('refunds.list.title'), frame: 'admin' },
    status,
  );
}

export const refundFilePages: Route[] = [
  page({ method: 'get', path: '/admin/refunds', may: 'payout.make' }, (call) => show(call)),
  page({ method: 'post', path: '/admin/refunds/files', may: 'payout.make' }, async (call) => {
    const { deps, viewer, i18n, form } = call;
    const refundIds = form
      .getAll('refund')
      .flatMap((text) => (/^[1-9]\d{0,14}$/.test(String(text)) ? Number(text) : []));
    if (refundIds.length === 0) return show(call, i18n.t('refunds.list.nothing'), 400);
    try {
      await deps.write((work) => makeRefundFile(work, { refundIds, bank: deps.config.bank, editorId: viewer.userId }));
    } catch (error) {
      return show(call, refusalText(error, i18n), 409);
    }
    return call.redirect(`${openRefundsPath}?done=file#files`);
  }),
  page({ method: 'get', path: '/admin/refunds/files/{fileId}', may: 'payout.make' }, async (call) => {
    const { bank } = call.deps.config;
    const found = (await refundFileOf(call.deps.read, call.params.fileId)) ?? refuseGenerally('NOT_FOUND');
    if (!bank) return refuse('CANT_CREATE_PAIN_XML_INFO', { reason: 'noAccount' });
    const version = painVersions.find((name) => name.endsWith(`.${call.query.get('version')}`)) ?? painVersions[0];
    return new Response(refundFileText(found, { bank, version }), {
      headers: {
        'content-type': 'application/xml; charset=utf-8',
        'content-disposition': contentDisposition(`${found.file.messageId}.${version}.xml`),
        'cache-control': 'private, no-store',
      },
    });
  }),
  page({ method: 'get', path: '/admin/refunds/files/{fileId}/paid', may: 'payout.make' }, async (call) => {
    const found = (await refundFileOf(call.deps.read, call.params.fileId)) ?? refuseGenerally('NOT_FOUND');
    if (found.file.open === 0) return call.redirect(openRefundsPath);
    return call.render(<RefundFilePaid {...found} />, {
      title: call.i18n.t('refunds.file.paidTitle', { name: found.file.messageId }),
      frame: 'admin',
    });
  }),
  page({ method: 'post', path: '/admin/refunds/files/{fileId}/paid', may: 'payout.make' }, async (call) => {
    const fileId = call.params.fileId;
    await call.deps.write((work) => settleRefundFile(work, { fileId, editorId: call.viewer.userId }));
    return call.redirect(`${openRefundsPath}?done=paid#files`);
  }),
];
