import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { loadOwnOrder, loadOwnParticipant, nameOf, orderTranslator } from '#modules/orders/index.ts';
import { present } from '#src/kernel/assert.ts';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import { namedProblem } from '#src/web/forms/refusal.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { agreeToOffer } from '../agree-to-offer.ts';
import { endTransfer } from '../end-transfer.ts';
import { offerPath, transferLink } from '../links.ts';
import { offerPlace } from '../offer-place.ts';
import { placeOf } from '../read-place.ts';
import { isForAnybody, transfersOfOrder } from '../read-transfers.ts';
import { refuse } from '../rules/problems.ts';
import { isOpen } from '../rules/terms.ts';
import { HolderPage } from './holder-page.tsx';

type Record = Awaited<ReturnType<typeof loadOwnParticipant>>;
type Call = PageCall<'order.change', 'orderId' | 'participantId', Record>;

async function show(call: Call, state?: FormState): Promise<Response> {
  const { deps, params, now, record } = call;
  const { order, person } = record;
  const i18n = orderTranslator(order, call.i18n.locale);
  const place = present(await placeOf(deps.read, params, now), 'a person that was loaded has a place');
  const transfer = (await transfersOfOrder(deps.read, order.id)).get(person.id) ?? null;
  const link =
    transfer && isForAnybody(transfer) ? `${deps.config.publicUrl}${transferLink(deps.signer, transfer)}` : null;
  const title = i18n.t('transfers.holder.title', { name: nameOf(person) });
  return call.render(
    <HolderPage
      {...{ place, transfer, link, title, i18n }}
      state={state}
      action={offerPath(order.id, person.id)}
      back={`/orders/${order.id}`}
      done={call.query.get('done')}
    />,
    { title, noIndex: true, whiteLabel: whiteLabelOf(order) },
    formStatus(state),
  );
}

const path = '/orders/{orderId}/participants/{participantId}/transfer';
const mine = { may: 'order.change', load: loadOwnParticipant } as const;

export const holderPages: Route[] = [
  page({ method: 'get', path, ...mine }, (call) => show(call)),
  page({ method: 'post', path, ...mine }, async (call) => {
    const { deps, params, viewer } = call;
    const saved = await runForm(
      call,
      async () => {
        const email = postedText(call, 'email', 200) || null;
        await deps.write((work) => offerPlace(work, { ...params, email, editorId: viewer.userId }));
        return `${offerPath(params.orderId, params.participantId)}?done=offered`;
      },
      { sentence: ({ code, details }) => reasonText(call, code, details.reason) },
    );
    return 'to' in saved ? call.redirect(saved.to) : show(call, saved.state);
  }),
  page({ method: 'post', path: `${path}/agree`, ...mine }, async (call) => {
    const { deps, params, viewer } = call;
    const transferId = Number(postedText(call, 'transfer', 20)) || 0;
    const done = await runForm(
      call,
      async () => {
        await deps.write((work) => agreeToOffer(work, { ...params, transferId, editorId: viewer.userId }));
        return `${offerPath(params.orderId, params.participantId)}?done=agreed`;
      },
      { sentence: ({ code, details }) => reasonText(call, code, details.reason) },
    );
    return 'to' in done ? call.redirect(done.to) : show(call, done.state);
  }),
  page({ method: 'post', path: `${path}/withdraw`, may: 'order.change', load: loadOwnOrder }, async (call) => {
    const { deps, params, viewer } = call;
    const transfer =
      (await transfersOfOrder(deps.read, params.orderId)).get(params.participantId) ?? refuse('NOT_FOUND');
    const editorId = viewer.userId;
    // Repeated or late: the page shows the current state.
    if (isOpen(transfer.state))
      await deps.write((work) => endTransfer(work, { transferId: transfer.id, end: 'withdrawn', editorId }));
    return call.redirect(
      `${offerPath(params.orderId, params.participantId)}?done=${transfer.state === 'asked' ? 'disagreed' : 'withdrawn'}`,
    );
  }),
];

/** Reason, where the general message is too vague. */
export function reasonText({ i18n }: Pick<PageCall, 'i18n'>, code: string, reason: unknown): string | null {
  const key = `problem.${code}.${String(reason)}`;
  return i18n.has(key) ? i18n.t(key) : namedProblem(i18n, code);
}
