import { refuse } from '#src/kernel/problem.ts';
import { days, plus } from '#src/kernel/time.ts';
import { Confirm, isConfirmed } from '#src/web/forms/confirm.tsx';
import { refusalText } from '#src/web/forms/refusal.ts';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { payoutFilesPath, payoutsPath, returnPath } from '../paths.ts';
import { painXmlResponse, versionOf } from './api.ts';
import { makePayoutFile } from './make-payout-file.ts';
import { PayoutsPage } from './payouts-page.tsx';
import { painXmlId } from './read-pain-xmls.ts';
import {
  listPayoutFiles,
  payoutById,
  payoutFileOf,
  payoutMisfitsSince,
  recentPayouts,
  waitingPayouts,
} from './read-payouts.ts';
import { returnPayout, settlePayoutFile } from './settle-payout.ts';

const doneWords = ['file', 'paid', 'returned'] as const;

async function show(call: PageCall<'payout.make'>, problem?: string, status: 200 | 400 | 409 = 200): Promise<Response> {
  const { read, config } = call.deps;
  return call.render(
    <PayoutsPage
      waiting={await waitingPayouts(read)}
      files={await listPayoutFiles(read)}
      sent={await recentPayouts(read)}
      misfits={await payoutMisfitsSince(read, plus(call.now, -days(365)))}
      hasBank={config.bank !== null}
      done={doneWords.find((word) => word === call.query.get('done')) ?? null}
      problem={problem ?? null}
    />,
    { title: call.i18n.t('paying.title'), frame: 'admin' },
    status,
  );
}

export const payoutPages: Route[] = [
  page({ method: 'get', path: '/admin/payouts', may: 'payout.make' }, (call) => show(call)),
  page({ method: 'post', path: '/admin/payouts/files', may: 'payout.make' }, async (call) => {
    const { deps, viewer, i18n, form } = call;
    const payoutIds = form
      .getAll('payout')
      .flatMap((text) => (/^[1-9]\d{0,14}$/.test(String(text)) ? Number(text) : []));
    if (payoutIds.length === 0) return show(call, i18n.t('paying.nothing'), 400);
    try {
      await deps.write((work) => makePayoutFile(work, { payoutIds, bank: deps.config.bank, editorId: viewer.userId }));
    } catch (error) {
      return show(call, refusalText(error, i18n), 409);
    }
    return call.redirect(`${payoutsPath}?done=file#files`);
  }),
  page({ method: 'get', path: '/admin/payouts/files/{fileId}', may: 'payout.make' }, ({ deps, params, query }) =>
    painXmlResponse(deps, painXmlId({ kind: 'payouts', fileId: params.fileId }), versionOf(query.get('version'))),
  ),
  page({ method: 'get', path: '/admin/payouts/files/{fileId}/paid', may: 'payout.make' }, async (call) => {
    const { i18n } = call;
    const { file } = (await payoutFileOf(call.deps.read, call.params.fileId)) ?? refuse('NOT_FOUND');
    if (file.open === 0) return call.redirect(payoutsPath);
    return call.render(
      <Confirm
        action={`${payoutFilesPath}/${file.id}/paid`}
        text={`${i18n.money(file.sum)}, ${i18n.calendarDate(file.executionDate)}`}
        risks={[i18n.t('paying.file.question')]}
        button={i18n.t('paying.file.markPaid')}
        isHarmless
        back={payoutsPath}
      />,
      { title: i18n.t('paying.file.paidTitle', { name: file.messageId }), frame: 'admin' },
    );
  }),
  page({ method: 'post', path: '/admin/payouts/files/{fileId}/paid', may: 'payout.make' }, async (call) => {
    const by = { fileId: call.params.fileId, bankReference: '', editorId: call.viewer.userId };
    await call.deps.write((work) => settlePayoutFile(work, by));
    return call.redirect(`${payoutsPath}?done=paid#files`);
  }),
  page({ method: 'get', path: '/admin/payouts/{payoutId}/returned', may: 'payout.make' }, (call) => askReturned(call)),
  page({ method: 'post', path: '/admin/payouts/{payoutId}/returned', may: 'payout.make' }, async (call) => {
    if (!isConfirmed(call)) return askReturned(call);
    const by = { payoutId: call.params.payoutId, bankReference: '', editorId: call.viewer.userId };
    try {
      await call.deps.write((work) => returnPayout(work, by));
    } catch (error) {
      return askReturned(call, refusalText(error, call.i18n));
    }
    return call.redirect(`${payoutsPath}?done=returned`);
  }),
];

async function askReturned(
  call: PageCall<'payout.make', 'payoutId'>,
  refusal: string | null = null,
): Promise<Response> {
  const { i18n } = call;
  const { payout, organizer } = (await payoutById(call.deps.read, call.params.payoutId)) ?? refuse('NOT_FOUND');
  return call.render(
    <Confirm
      action={returnPath(payout.id)}
      text={i18n.t('paying.return.text', { amount: i18n.money(payout.amount), organizer: organizer.name })}
      risks={[i18n.t('paying.return.risk')]}
      button={i18n.t('paying.return')}
      back={payoutsPath}
      refusal={refusal}
    />,
    { title: i18n.t('paying.return.title', { payout: String(payout.id) }), frame: 'admin' },
    refusal ? 409 : 200,
  );
}
