import type { ReactNode } from 'react';
import { catalogOf } from '#modules/events/index.ts';
import { isOver, isPublic } from '#modules/events/rules/sale.ts';
import { isStillGiven } from '#modules/member-lists/index.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import { Alert } from '#src/ui/display.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { behindMailedLink } from '#src/web/security-headers.ts';
import { orderTranslator } from '../assemble-orders.ts';
import { nameOf, participantsOf } from '../people.ts';
import { orderOf } from '../read.ts';
import { confirmMember, memberOfProof } from './member-proof.ts';

type Call = PageCall<'mailbox.prove', 'orderId' | 'participantId'>;
const path = '/orders/{orderId}/participants/{participantId}/confirm-member';
type Title = 'memberProof.title' | 'memberProof.done' | 'memberProof.over';

const render = (call: Call, title: Title, children: ReactNode, status: 200 | 410 = 200) =>
  call.render(
    <div className="narrow stack">
      <h1>{call.i18n.t(title)}</h1>
      {children}
    </div>,
    { title: call.i18n.t(title), noIndex: true, withoutQuery: true },
    status,
  );

/** `stillGiven`: the owner of the address may still register at the member price. */
async function whyOver(
  { deps, now }: Call,
  eventId: number,
  participantId: number,
): Promise<'stillGiven' | 'eventOver' | 'gone'> {
  const event = (await catalogOf(deps.read, eventId))?.event;
  if (!event || !isPublic(event) || event.canceled || isOver(event, now)) return 'eventOver';
  return (await isStillGiven(deps.read, participantId)) ? 'stillGiven' : 'gone';
}

/** Mail scanners open links, so only the button agrees. */
async function show(call: Call): Promise<Response> {
  const { deps, params, query, now, i18n } = call;
  const member = (await memberOfProof(deps, params, query, now)) ?? refuse('NOT_FOUND');
  const order = (await orderOf(deps.read, params.orderId)) ?? refuse('NOT_FOUND');
  const { status, memberProofUntil } = order;
  if (member.provenAt !== null && status !== 'canceled')
    return render(call, 'memberProof.done', <Alert tone="good">{i18n.t('memberProof.doneText')}</Alert>);
  if (status !== 'pending' || (memberProofUntil !== null && memberProofUntil <= now)) {
    const why = await whyOver(call, order.eventId, member.participantId);
    return render(call, 'memberProof.over', <p className="lead">{i18n.t(`memberProof.over.${why}`)}</p>, 410);
  }
  const person = participantsOf(order).find(({ id }) => id === params.participantId);
  const own = orderTranslator(order, i18n.locale);
  const values = { event: order.event.title, name: person ? nameOf(person) : '' };
  return render(
    call,
    'memberProof.title',
    <>
      <p className="lead">{own.t('memberProof.text', values)}</p>
      <Form
        action={`${path.replace('{orderId}', String(order.id)).replace('{participantId}', String(member.participantId))}?${query}`}
      >
        <div className="form-actions">
          <Button>{i18n.t('memberProof.button')}</Button>
        </div>
      </Form>
      <p className="soft">{i18n.t('memberProof.notYou')}</p>
    </>,
  );
}

export const memberPages: readonly PageRoute[] = [
  page({ method: 'get', path, may: 'mailbox.prove' }, async (call) => behindMailedLink(await show(call))),
  page({ method: 'post', path, may: 'mailbox.prove' }, async (call) => {
    const { deps, params, query, now } = call;
    if (!(await memberOfProof(deps, params, query, now))) refuse('NOT_FOUND');
    try {
      await deps.write((work) => confirmMember(work, params));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
    return behindMailedLink(
      call.redirect(`/orders/${params.orderId}/participants/${params.participantId}/confirm-member?${query}`),
    );
  }),
];
