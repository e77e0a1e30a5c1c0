import type { ReactElement } from 'react';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { loadOwnOrder, loadOwnParticipant, nameOf, orderTranslator, retainedAmount } from '#modules/orders/index.ts';
import { present } from '#src/kernel/assert.ts';
import { cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink, PostButton, Saved } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import { namedProblem } from '#src/web/forms/refusal.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { endTransfer } from '../end-transfer.ts';
import { offerPath, transferLink } from '../links.ts';
import { agreeToOffer, offerPlace } from '../offer-place.ts';
import { type Place, placeOf } from '../read-place.ts';
import { isForLinkHolder, isInLine, type Transfer, transfersOfOrder } from '../read-transfers.ts';
import { refuse } from '../rules/problems.ts';
import { isOpen, offerDays } from '../rules/terms.ts';
import { AddresseeField, OfferRecipient, seatText, TransferSteps } from './parts.tsx';

type Record = Awaited<ReturnType<typeof loadOwnParticipant>>;
type Call = PageCall<'order.change', 'orderId' | 'participantId', Record>;

async function show(call: Call, state?: FormState): Promise<Response> {
  const { deps, params, now, record } = call;
  const { order, person } = record;
  const i18n = orderTranslator(order, call.i18n.locale);
  const place = present(await placeOf(deps.read, params, now), 'a person that was loaded has a place');
  const transfer = (await transfersOfOrder(deps.read, order.id)).get(person.id) ?? null;
  const link =
    transfer && isForLinkHolder(transfer) ? `${deps.config.publicUrl}${transferLink(deps.signer, transfer)}` : null;
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

type View = {
  place: Place;
  transfer: Transfer | null;
  link: string | null;
  state: FormState | undefined;
  title: string;
  action: string;
  back: string;
  done: string | null;
  i18n: Translator;
};

function HolderPage(view: View): ReactElement {
  const { place, transfer, title, back, done, i18n } = view;
  const { order, hindrance } = place;
  const open = transfer && isOpen(transfer.state) ? transfer : null;
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <p className="soft">
          <a href={back}>{i18n.t('orders.number', { orderNumber: order.orderNumber })}</a>
        </p>
        <h1>{title}</h1>
        <p className="soft">
          {place.title} · {order.event.title}
          {place.sharedTeam ? ` · ${seatText(place.sharedTeam, i18n)}` : null}
        </p>
      </header>
      {(done === 'withdrawn' || done === 'disagreed') && !open ? (
        <Saved>{i18n.t(`transfers.holder.${done}`)}</Saved>
      ) : null}
      {open ? (
        <OpenOffer {...view} open={open} />
      ) : hindrance ? (
        <Alert tone="wait" title={i18n.t('transfers.holder.not')}>
          {i18n.t(`problem.TRANSFER_NOT_POSSIBLE.${hindrance}`)}
        </Alert>
      ) : (
        <NewOffer {...view} />
      )}
      <div className="form-actions">
        <ButtonLink look="quiet" href={back}>
          {i18n.t('ownOrder.person.back')}
        </ButtonLink>
      </div>
    </div>
  );
}

function NewOffer(view: View): ReactElement {
  const { place, transfer, state, action, i18n } = view;
  const { t } = i18n;
  const { settings } = place;
  const ended = transfer && transfer.state !== 'withdrawn' ? transfer : null;
  return (
    <>
      {ended ? <Alert>{t(`transfers.ended.${ended.state}`)}</Alert> : null}
      <WhatItMeans {...view} />
      <AddresseeField
        {...{ action, state, i18n }}
        submit={t(settings.mode === 'approval' ? 'transfers.holder.ask' : 'transfers.holder.offer')}
      />
    </>
  );
}

/** Steps of the transfer, and the buyer's refund. */
function WhatItMeans({ place, transfer, i18n }: View): ReactElement {
  const { t } = i18n;
  const { terms, paid } = place;
  const retained = retainedAmount(terms, paid);
  const money = { back: i18n.money(cents(paid - retained)), paid: i18n.money(paid), fee: i18n.money(retained) };
  return (
    <TransferSteps
      {...{ place, i18n }}
      steps={[
        t(transfer?.state === 'asked' ? 'transfers.holder.step1Asked' : 'transfers.holder.step1'),
        t('transfers.holder.step2', { days: offerDays }),
        t(`transfers.holder.step3${paid === 0 ? 'Free' : terms.keepsAll ? 'Nothing' : ''}`, money),
      ]}
      ticket={t('transfers.holder.ticket')}
    />
  );
}

function OpenOffer(view: View & { open: Transfer }): ReactElement {
  const { place, open, link, action, i18n } = view;
  const { t } = i18n;
  const { csrfToken } = usePage();
  const stands = isInLine(open) ? 'inLine' : (open.state as 'asked' | 'waiting' | 'offered' | 'ordered');
  return (
    <>
      <Alert
        tone={stands === 'ordered' || stands === 'asked' ? 'wait' : 'good'}
        title={t(`transfers.holder.head.${stands}`)}
      >
        {t(`transfers.holder.is.${stands}`, {
          name: nameOf(place.person),
          until: i18n.dateTime(open.lineUntil ?? open.until),
        })}
      </Alert>
      <OfferRecipient email={stands === 'inLine' ? null : open.email} link={link} i18n={i18n} />
      {stands === 'asked' ? <WhatItMeans {...view} /> : null}
      <div className="form-actions">
        {stands === 'asked' ? (
          <PostButton csrfToken={csrfToken} action={`${action}/agree`} fields={{ transfer: open.id }}>
            {t('transfers.holder.agree')}
          </PostButton>
        ) : null}
        <PostButton csrfToken={csrfToken} action={`${action}/withdraw`} look="quiet">
          {t(stands === 'asked' ? 'transfers.holder.disagree' : 'transfers.holder.withdraw')}
        </PostButton>
      </div>
      {open.state === 'ordered' ? <p className="soft small">{t('transfers.holder.withdrawOrdered')}</p> : null}
    </>
  );
}
