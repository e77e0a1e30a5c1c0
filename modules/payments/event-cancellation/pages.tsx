import * as z from 'zod';
import { eventHead, loadCatalog, loadEvent, onEvent, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { MailingText } from '#modules/mailings/rules/mailing.ts';

import type { MailContent } from '#src/mail/message.ts';
import { cents, computed, instant } from '#src/web/answers.ts';
import { postedText, runForm, showAgain } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { api, type PageCall, page, type Route, tagged } from '#src/web/http.ts';
import { type EventRefundMode, eventRefundModes } from '../schema.ts';
import { cancellationJob } from './cancellation-job.ts';
import { CancelEventQuestion, CancellationProgress, cancelEventPath } from './cancellation-page.tsx';
import { canceledMail, suggestedMessage } from './mails.ts';
import { cancellationScope } from './read-scope.ts';
import { cancellationOf, type EventCancellation, messageErrors, startCancellation } from './start-cancellation.ts';

type Call = PageCall<'event.cancel', 'event', Catalog>;

const at = { path: '/admin/events/{event}/cancel', may: 'event.cancel', load: loadCatalog } as const;

const suggestedInput = (): Record<string, string> => {
  const suggested = suggestedMessage();
  return Object.fromEntries(
    (['de', 'en-us'] as const).flatMap((language) =>
      (['subject', 'body'] as const).map((part) => [`${language}.${part}`, suggested[language][part]]),
    ),
  );
};

async function ask(call: Call, state?: FormState, preview: MailContent[] = []): Promise<Response> {
  const catalog = call.record;
  return call.render(
    <CancelEventQuestion
      catalog={catalog}
      scope={await cancellationScope(call.deps.read, catalog.event.id)}
      state={state ?? { input: suggestedInput(), errors: {}, refusal: null }}
      preview={preview}
    />,
    eventHead(catalog, call.i18n.t('eventCancellation.title')),
    preview.length > 0 ? 200 : formStatus(state),
  );
}

async function show(call: Call): Promise<Response> {
  const catalog = call.record;
  const cancellation = await cancellationOf(call.deps.read, catalog.event.id);
  const isOver = cancellation?.finishedAt != null && !call.query.has('again') && catalog.event.canceled;
  if (!cancellation || (cancellation.finishedAt !== null && !isOver)) return ask(call);
  const i18n = wordsOf(call.i18n, catalog);
  const response = await call.render(
    <div className="stack">
      <CancellationProgress cancellation={cancellation} i18n={i18n} />
    </div>,
    eventHead(catalog, i18n.t('eventCancellation.title')),
  );
  if (cancellation.finishedAt === null) response.headers.set('refresh', '3');
  return response;
}

function messageIn(call: Call): MailingText {
  const part = (name: string) => postedText(call, name);
  const english = { subject: part('en-us.subject'), body: part('en-us.body') };
  return {
    de: { subject: part('de.subject'), body: part('de.body') },
    'en-us': english.subject || english.body ? english : null,
  };
}

/** Case and spaces do not count. */
const comparable = (title: string): string => title.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

async function post(call: Call): Promise<Response> {
  const { deps, viewer, i18n, form, record: catalog } = call;
  const eventId = catalog.event.id;
  const message = messageIn(call);
  const errors = Object.fromEntries(
    Object.entries(messageErrors(message)).map(([path, { code, names = [] }]) => [
      path,
      i18n.t(`eventCancellation.error.${code}`, { names: names.join(' ') }),
    ]),
  );
  const refundMode = eventRefundModes.find((mode) => mode === form.get('refund'));
  const isPreview = form.get('intent') === 'preview';
  const { title } = catalog.event;
  const isConfirmed = comparable(postedText(call, 'confirmedTitle')) === comparable(title);
  const wrong = {
    ...errors,
    ...(refundMode || isPreview ? {} : { refund: i18n.t('refunds.modeMissing') }),
    ...(isConfirmed || isPreview ? {} : { confirmedTitle: i18n.t('eventCancellation.title.error', { event: title }) }),
  };
  if (Object.keys(wrong).length > 0 || !refundMode || isPreview) {
    const { state } = showAgain(call, { errors: wrong });
    if (!isPreview || Object.keys(wrong).length > 0) return ask(call, state);
    const samples = await Promise.all(
      (['de', 'en-us'] as const)
        .filter((language) => message[language])
        .map((language) => canceledMail(deps, eventId, message, null, language)),
    );
    return ask(
      call,
      { ...state, errors: {} },
      samples.filter((mail) => mail !== null),
    );
  }
  const done = await runForm(call, async () => {
    await start(call, eventId, { refundMode, message, editorId: viewer.userId });
    return cancelEventPath(eventId);
  });
  return 'to' in done ? call.redirect(done.to) : ask(call, done.state);
}

type Started = { refundMode: EventRefundMode; message: MailingText | null; editorId: number };

async function start({ deps, viewer }: Pick<Call, 'deps' | 'viewer'>, eventId: number, how: Started): Promise<void> {
  await onEvent({ deps, viewer }, eventId, (work) => startCancellation(work, { eventId, ...how }), 'event.cancel');
  deps.runNow(cancellationJob);
}

const text = z.object({ subject: z.string().trim(), body: z.string() });
const shape = z.object({
  cancellation: computed(
    z.object({
      id: z.int(),
      status: z.enum(['running', 'done']),
      refund: z.enum(eventRefundModes),
      orders: z.int().describe('Number of orders that were not canceled at the start'),
      canceled: z.int(),
      refunded: cents.describe('Refunded amount, in cents'),
      mails: z.int(),
      createdAt: instant,
      finishedAt: instant.nullable(),
    }),
    (row: EventCancellation) => ({
      ...row,
      status: row.finishedAt === null ? ('running' as const) : ('done' as const),
      refund: row.refundMode,
      orders: row.orderCount,
      canceled: row.canceledCount,
      refunded: row.refundedCents,
      mails: row.mailCount,
    }),
  ).nullable(),
});
export const eventCancellationRoutes: Route[] = [
  page({ method: 'get', ...at }, show),
  page({ method: 'post', ...at }, post),
  ...tagged('Events (management)', [
    api(
      {
        method: 'get',
        path: '/api/admin/events/{eventId}/cancellation',
        may: 'event.read',
        summary: 'Returns the progress and outcome of the cancellation of an event; null: not canceled',
        load: loadEvent,
        answer: shape,
      },
      async ({ deps, record: eventId }) => ({ cancellation: await cancellationOf(deps.read, eventId) }),
    ),
    api(
      {
        method: 'post',
        path: '/api/admin/events/{eventId}/cancel',
        may: 'event.cancel',
        refuses: ['EVENT_CANCELED'],
        summary:
          'Cancels an event. The sale stops at once; a job then cancels every order, refunds by one rule and notifies all buyers and participants.',
        load: loadEvent,
        body: z.object({
          refund: z.enum(eventRefundModes),
          message: z
            .object({ de: text, 'en-us': text.nullable().default(null) })
            .nullable()
            .default(null)
            .describe('Placeholders: {firstName} {lastName} {event}'),
        }),
        answer: shape,
      },
      async ({ deps, viewer, record: eventId, body }) => {
        await start({ deps, viewer }, eventId, {
          refundMode: body.refund,
          message: body.message,
          editorId: viewer.userId,
        });
        return { cancellation: await cancellationOf(deps.read, eventId) };
      },
    ),
  ]),
];
