import type { ReactElement } from 'react';
import {
  byOwnLink,
  headOfTicket,
  type OwnPageOf,
  ownSubPath,
  type Ticket,
  ticketTranslator,
} from '#modules/checkin/index.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card } from '#src/ui/display.tsx';
import { ButtonLink, PostButton, Saved } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { endTransfer } from '../end-transfer.ts';
import { askSubpath, offerPath, transferLink } from '../links.ts';
import { askToOffer } from '../offer-place.ts';
import { canWithdrawRequest, type OwnPlace, ownPlaceOf } from '../read-asking.ts';
import { isForLinkHolder, isInLine, type Transfer } from '../read-transfers.ts';
import { refuse } from '../rules/problems.ts';
import { isOpen, offerDays } from '../rules/terms.ts';
import { reasonText } from './holder-page.tsx';
import { AddresseeField, OfferRecipient, seatText, TransferSteps } from './parts.tsx';

type Call = PageCall<'participant.change', 'participantId'>;

/** @throws Problem NOT_FOUND where the own page allows no changes */
async function ownPlace({ deps, now }: Call, { order, participant, isCanceled }: Ticket): Promise<OwnPlace> {
  const own = isCanceled ? null : await ownPlaceOf(deps.read, order, participant.id, now);
  return own ?? refuse('NOT_FOUND');
}

async function show(call: Call, ticket: Ticket, state?: FormState): Promise<Response> {
  const { deps } = call;
  const own = await ownPlace(call, ticket);
  const i18n = ticketTranslator(ticket, call.i18n.locale);
  const at = (below: string) => ownSubPath(deps.signer, ticket, below);
  const { transfer } = own;
  const link =
    transfer?.askedByPerson && isForLinkHolder(transfer)
      ? `${deps.config.publicUrl}${transferLink(deps.signer, transfer)}`
      : null;
  const title = i18n.t('transfers.own.title');
  return call.render(
    <OwnTransferPage
      {...{ own, link, state, title, i18n }}
      action={at(askSubpath)}
      withdraw={at(`${askSubpath}/withdraw`)}
      back={at('')}
      done={call.query.get('done')}
    />,
    headOfTicket(ticket, title),
    formStatus(state),
  );
}

const path = '/tickets/{participantId}/transfer';

export const ownTransferPages: Route[] = [
  page(
    { method: 'get', path, may: 'participant.change' },
    byOwnLink(async (call: Call, ticket) =>
      call.viewer?.userId && call.viewer.userId === ticket.order.userId
        ? call.redirect(offerPath(ticket.order.id, ticket.participant.id))
        : show(call, ticket),
    ),
  ),
  page(
    { method: 'post', path, may: 'participant.change' },
    byOwnLink(async (call: Call, ticket) => {
      const { deps } = call;
      await ownPlace(call, ticket);
      const saved = await runForm(
        call,
        async () => {
          const email = postedText(call, 'email', 200) || null;
          const of = { orderId: ticket.order.id, participantId: ticket.participant.id };
          await deps.write((work) => askToOffer(work, { ...of, email }));
          return `${ownSubPath(deps.signer, ticket, askSubpath)}&done=asked`;
        },
        { sentence: ({ code, details }) => reasonText(call, code, details.reason) },
      );
      return 'to' in saved ? call.redirect(saved.to) : show(call, ticket, saved.state);
    }),
  ),
  page(
    { method: 'post', path: `${path}/withdraw`, may: 'participant.change' },
    byOwnLink(async (call: Call, ticket) => {
      const { deps } = call;
      const { transfer } = await ownPlace(call, ticket);
      const to = ownSubPath(deps.signer, ticket, askSubpath);
      // Repeated or late: the page shows the current state.
      if (!transfer || !canWithdrawRequest(transfer)) return call.redirect(to);
      const { id: transferId } = transfer;
      await deps.write((work) => endTransfer(work, { transferId, end: 'withdrawn', editorId: null, byPerson: true }));
      return call.redirect(`${to}&done=withdrawn`);
    }),
  ),
];

export async function ownTransferPart(
  { read, clock }: Pick<Deps, 'read' | 'clock'>,
  { order, person, sign }: OwnPageOf,
  i18n: Translator,
): Promise<ReactElement | null> {
  const own = await ownPlaceOf(read, order, person.id, clock());
  const open = own?.transfer && isOpen(own.transfer.state) ? own.transfer : null;
  if (!own || (own.hindrance && !open)) return null;
  const { t } = i18n;
  return (
    <Card title={t('transfers.own.title')}>
      <p>
        {open
          ? t(`transfers.own.head.${ownStatus(open)}`)
          : t('transfers.own.lead', { until: i18n.dateTime(own.place.deadline) })}
      </p>
      <div className="row">
        <ButtonLink look="quiet" href={sign(askSubpath)}>
          {t(open ? 'transfers.own.look' : 'transfers.own.title')}
        </ButtonLink>
      </div>
    </Card>
  );
}

type OwnStatus = 'asked' | 'waiting' | 'offered' | 'ordered' | 'inLine' | 'byBuyer';
/** An offer by the buyer shows only that it exists. */
const ownStatus = (open: Transfer): OwnStatus =>
  open.askedByPerson ? (isInLine(open) ? 'inLine' : (open.state as OwnStatus)) : 'byBuyer';

type View = {
  own: OwnPlace;
  /** Link to pass on, once the buyer agreed. */
  link: string | null;
  state: FormState | undefined;
  title: string;
  action: string;
  withdraw: string;
  back: string;
  done: string | null;
  i18n: Translator;
};

function OwnTransferPage(view: View): ReactElement {
  const { own, title, back, done, i18n } = view;
  const { place, transfer, hindrance } = own;
  const { t } = i18n;
  const open = transfer && isOpen(transfer.state) ? transfer : null;
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <h1>{title}</h1>
        <p className="soft">
          {place.title} · {place.order.event.title}
          {place.sharedTeam ? ` · ${seatText(place.sharedTeam, i18n)}` : null}
        </p>
      </header>
      {done === 'withdrawn' && !open ? <Saved>{t('transfers.holder.withdrawn')}</Saved> : null}
      {open ? (
        <Open {...view} open={open} />
      ) : hindrance ? (
        <Alert tone="wait" title={t('transfers.holder.not')}>
          {t(`problem.TRANSFER_NOT_POSSIBLE.${hindrance}`)}
        </Alert>
      ) : (
        <Ask {...view} />
      )}
      <div className="form-actions">
        <ButtonLink look="quiet" href={back}>
          {t('ownPage.back')}
        </ButtonLink>
      </div>
    </div>
  );
}

function Ask({ own: { place }, state, action, i18n }: View): ReactElement {
  const { t } = i18n;
  return (
    <>
      <TransferSteps
        {...{ place, i18n }}
        steps={[
          t('transfers.own.step1'),
          ...(place.settings.mode === 'approval' ? [t('transfers.own.stepApproval')] : []),
          t('transfers.own.step2', { days: offerDays }),
          t(place.terms.keepsAll ? 'transfers.own.step3Nothing' : 'transfers.own.step3'),
        ]}
        ticket={t('transfers.own.ticket')}
      />
      <AddresseeField {...{ action, state, i18n }} submit={t('transfers.own.ask')} />
    </>
  );
}

function Open({ open, link, withdraw, i18n }: View & { open: Transfer }): ReactElement {
  const { t } = i18n;
  const { csrfToken } = usePage();
  const stands = ownStatus(open);
  return (
    <>
      <Alert
        tone={stands === 'asked' || stands === 'ordered' ? 'wait' : 'good'}
        title={t(`transfers.own.head.${stands}`)}
      >
        {t(`transfers.own.is.${stands}`, { until: i18n.dateTime(open.lineUntil ?? open.until) })}
      </Alert>
      <OfferRecipient email={open.askedByPerson && stands !== 'inLine' ? open.email : null} link={link} i18n={i18n} />
      {canWithdrawRequest(open) ? (
        <PostButton csrfToken={csrfToken} action={withdraw} look="quiet">
          {t('transfers.own.withdraw')}
        </PostButton>
      ) : null}
    </>
  );
}
