import type { ReactElement, ReactNode } from 'react';
import { refuse } from '#src/kernel/problem.ts';
import { Alert } from '#src/ui/display.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { behindMailedLink } from '#src/web/security-headers.ts';
import type { OrderRecord } from '../read.ts';
import { orderOfProof, proofPath, proveOrder } from './mailbox-proof.ts';

type Call = PageCall<'mailbox.prove', 'orderId'>;
const path = '/orders/{orderId}/confirm-address';

/** Mail scanners open links, so only the page's button proves the mailbox. Starts no session, shows no order. */
const byProofLink = (method: 'get' | 'post', show: (call: Call, order: OrderRecord) => Promise<Response>) =>
  page({ method, path, may: 'mailbox.prove' }, async (call) => {
    const order = (await orderOfProof(call.deps, call.params.orderId, call.query, call.now)) ?? refuse('NOT_FOUND');
    return behindMailedLink(await show(call, order));
  });

const render = (call: Call, title: 'mailboxProof.title' | 'mailboxProof.done.title', children: ReactNode) =>
  call.render(
    <div className="narrow stack">
      <h1>{call.i18n.t(title)}</h1>
      {children}
    </div>,
    { title: call.i18n.t(title), noIndex: true, withoutQuery: true },
  );

const Question = ({ i18n, query, params }: Call): ReactElement => (
  <>
    <p className="lead">{i18n.t('mailboxProof.text')}</p>
    <Form action={`${proofPath(params.orderId)}?${query}`}>
      <div className="form-actions">
        <Button>{i18n.t('mailboxProof.button')}</Button>
      </div>
    </Form>
    <p className="soft">{i18n.t('mailboxProof.notYou')}</p>
  </>
);

const showDone = (call: Call): Promise<Response> =>
  render(call, 'mailboxProof.done.title', <Alert tone="good">{call.i18n.t('mailboxProof.done.text')}</Alert>);

export const proofPages: readonly PageRoute[] = [
  byProofLink('get', (call, order) =>
    order.awaitsProof ? render(call, 'mailboxProof.title', <Question {...call} />) : showDone(call),
  ),
  byProofLink('post', async (call, order) => {
    await call.deps.write((work) => proveOrder(work, order.id));
    return call.redirect(`${proofPath(order.id)}?${call.query}`);
  }),
];
