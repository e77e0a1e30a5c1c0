import { byOwnLink, headOfTicket, ownSubPath, type Ticket, ticketTranslator } from '#modules/checkin/index.ts';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { askToOffer } from '../ask-to-offer.ts';
import { endTransfer } from '../end-transfer.ts';
import { askBelow, offerPath, transferLink } from '../links.ts';
import { isTheirsToEnd, type OwnPlace, ownPlaceOf } from '../read-asking.ts';
import { isForAnybody } from '../read-transfers.ts';
import { refuse } from '../rules/problems.ts';
import { reasonText } from './holder-routes.tsx';
import { OwnTransferPage } from './own-page.tsx';

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
    transfer?.askedByPerson && isForAnybody(transfer)
      ? `${deps.config.publicUrl}${transferLink(deps.signer, transfer)}`
      : null;
  const title = i18n.t('transfers.own.title');
  return call.render(
    <OwnTransferPage
      {...{ own, link, state, title, i18n }}
      action={at(askBelow)}
      withdraw={at(`${askBelow}/withdraw`)}
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
      // The buyer needs no consent.
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
          return `${ownSubPath(deps.signer, ticket, askBelow)}&done=asked`;
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
      const to = ownSubPath(deps.signer, ticket, askBelow);
      // Repeated or late: the page shows the current state.
      if (!transfer || !isTheirsToEnd(transfer)) return call.redirect(to);
      const { id: transferId } = transfer;
      await deps.write((work) => endTransfer(work, { transferId, end: 'withdrawn', editorId: null, byPerson: true }));
      return call.redirect(`${to}&done=withdrawn`);
    }),
  ),
];
