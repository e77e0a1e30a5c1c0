import type { ReactElement, ReactNode } from 'react';
import { startUnproven } from '#modules/accounts/index.ts';
import { catalogOf, heldPlaces, renderUnderEvent, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { additionEnd, signedOrderLink } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { zeroCents } from '#src/kernel/money.ts';
import { accountMethod } from '#src/kernel/payment-methods.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { postedText } from '#src/web/forms/own-form.ts';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { behindMailedLink } from '#src/web/security-headers.ts';
import { endEntry } from './end-entry.ts';
import { enterLine } from './join-list.ts';
import { entryPath, joinPath, opensEntry } from './links.ts';
import { keyOf } from './offers.ts';
import { entryOf, positionOf } from './read-entries.ts';
import { isLive } from './rules/entry-state.ts';
import { type Entry, isForSize } from './schema.ts';
import { openOffer, takeOffer } from './take-offer.ts';
import { describeWish, type SizeSummary, sizeSummary, sizeTranslator } from './wish-text.ts';

type Call = PageCall<'waitlist.answer', 'entryId'>;
type View = {
  call: Call;
  entry: Entry;
  catalog: Catalog;
  i18n: Translator;
  position: number | null;
  /** Until when places are held; null: none are. */
  until: Instant | null;
  size: SizeSummary | null;
};

/** The link proves the mailbox. Mail scanners open links, so only buttons change anything. */
const byLink = (
  method: 'get' | 'post',
  step: '' | Step | '/leave',
  answer: (view: View) => Promise<Response>,
): PageRoute =>
  page(
    { method, path: `/waitlist/{entryId}${step}`, may: 'waitlist.answer', withoutCsrf: step === '/leave' },
    async (call): Promise<Response> => {
      const { deps, params, query } = call;
      const entry = await entryOf(deps.read, params.entryId);
      const catalog = entry && opensEntry(deps, entry, query) ? await catalogOf(deps.read, entry.eventId) : null;
      if (!entry || !catalog) return refuse('NOT_FOUND');
      const size = await sizeSummary(deps.read, catalog, entry);
      if (size && !size.isBuyers && !isOwner(call, size)) return refuse('NOT_FOUND');
      return behindMailedLink(
        await answer({
          call,
          entry,
          catalog,
          i18n: wordsOf(call.i18n, catalog),
          position: await positionOf(deps.read, entry),
          until: await offeredUntil(call, entry),
          size,
        }),
      );
    },
  );

/** The hold decides for places, the entry for a size. */
async function offeredUntil({ deps, now }: Call, entry: Entry): Promise<Instant | null> {
  if (entry.state !== 'offered') return null;
  if (isForSize(entry)) return entry.offerUntil !== null && entry.offerUntil > now ? entry.offerUntil : null;
  const hold = (await heldPlaces(deps.read, [keyOf(entry)])).get(keyOf(entry));
  return hold && hold.until > now && hold.quantity >= entry.places ? hold.until : null;
}

const render = ({ call, catalog, i18n }: View, title: string, children: ReactNode): Promise<Response> =>
  renderUnderEvent(call, { catalog, title, tab: i18n.t('waitlist.join.title'), withoutQuery: true }, children);

const competitionOf = ({ catalog, entry, i18n }: View): string => describeWish(catalog, entry, i18n);

type Step = '/confirm' | '/open' | '/take';

function Ask(props: { view: View; step: Step | '/leave'; button: string; children?: ReactNode }): ReactElement {
  const { view, step, button, children } = props;
  return (
    <Form action={entryPath(view.call.deps, view.entry, step)}>
      {children}
      <div className="form-actions">
        <Button>{button}</Button>
      </div>
    </Form>
  );
}

const What = ({ view }: { view: View }): ReactElement => (
  <Facts
    facts={[
      { label: sizeTranslator(view.entry, view.i18n)('waitlist.form.competition'), value: competitionOf(view) },
      ...(view.size ? [{ label: view.i18n.t('waitlist.size.for'), value: view.size.name }] : []),
      {
        label: sizeTranslator(view.entry, view.i18n)('waitlist.form.places'),
        value: view.i18n.number(view.entry.places),
      },
      ...(view.entry.drawnRank === null
        ? []
        : [
            {
              label: view.i18n.t('waitlist.entry.drawnRank'),
              // Page where the draw can be verified.
              value: <a href={`/events/${view.catalog.event.id}/lottery`}>{view.i18n.number(view.entry.drawnRank)}</a>,
            },
          ]),
      ...(view.position === null
        ? []
        : [{ label: view.i18n.t('waitlist.entry.position'), value: view.i18n.number(view.position) }]),
    ]}
  />
);

const Leave = ({ view }: { view: View }): ReactElement => (
  <p>
    <a href={entryPath(view.call.deps, view.entry, '/leave')}>
      {view.i18n.t(`waitlist.leave.${view.entry.state === 'offered' ? 'declineLink' : 'link'}`)}
    </a>
  </p>
);

function showEntry(view: View): Promise<Response> {
  const { entry, i18n, until, catalog, call } = view;
  const t = sizeTranslator(entry, i18n);
  const values = { competition: competitionOf(view), count: entry.places };
  if (entry.state === 'asked')
    return render(
      view,
      t('waitlist.confirm.title'),
      <>
        <p className="lead">{t('waitlist.confirm.text')}</p>
        <What view={view} />
        <Ask view={view} step="/confirm" button={t('waitlist.confirm.button')} />
        <p className="soft">{t('waitlist.confirm.notYou')}</p>
      </>,
    );
  if (entry.state === 'waiting')
    return render(
      view,
      t('waitlist.waiting.title'),
      <>
        <p className="lead">
          {t('waitlist.waiting.text', { position: view.position ?? 1, hours: catalog.event.offerHours ?? 0 })}
        </p>
        <What view={view} />
        <Leave view={view} />
      </>,
    );
  if (entry.state === 'offered' && until !== null)
    return render(
      view,
      t('waitlist.offered.title', values),
      <>
        <p className="lead">{t('waitlist.offered.text', { ...values, until: i18n.weekdayDateTime(until) })}</p>
        <What view={view} />
        {view.size ? (
          <Take view={view} size={view.size} />
        ) : (
          <Ask view={view} step="/open" button={t('waitlist.offered.button')} />
        )}
        <p className="soft">{t('waitlist.offered.hint', values)}</p>
        <Leave view={view} />
      </>,
    );
  const state = entry.state === 'offered' ? 'lapsed' : entry.state;
  return render(
    view,
    t(`waitlist.ended.${state}.title`, values),
    <>
      <p className="lead">
        {t(`waitlist.ended.${state}.text`, values)}
        {view.size && state === 'bought' ? sinceTaken(view.size, i18n) : null}
      </p>
      <p className="row">
        {view.size ? (
          <ButtonLink href={orderHref(view, view.size)}>{t('waitlist.size.toOrder')}</ButtonLink>
        ) : (
          <ButtonLink href={`/events/${catalog.event.id}`}>{t('waitlist.toEvent')}</ButtonLink>
        )}
        {view.size || state === 'bought' || catalog.event.offerHours === null ? null : (
          <ButtonLink href={joinPath(catalog.event.id, entry)} look="quiet">
            {t('waitlist.joinAgain')}
          </ButtonLink>
        )}
      </p>
      {call.query.has('gone') ? <Alert tone="wait">{t('problem.WAITLIST_NO_PLACES')}</Alert> : null}
    </>,
  );
}

function sinceTaken({ order, isThere }: SizeSummary, i18n: Translator): string {
  if (!isThere) return ` ${i18n.t('waitlist.size.ended.gone')}`;
  const isOpen =
    order.paymentMethod !== accountMethod &&
    (order.status === 'pending' || (isPaidStatus(order.status) && order.paymentStatus === 'pending'));
  return isOpen ? ` ${i18n.t('waitlist.size.ended.open')}` : '';
}

function Take({ view, size }: { view: View; size: SizeSummary }): ReactElement {
  const { i18n, call, entry } = view;
  const { order, price } = size;
  const amount = price ?? zeroCents;
  const until = i18n.weekdayDateTime(additionEnd(order.event, call.now));
  const how =
    amount === 0
      ? 'free'
      : order.paymentMethod === accountMethod
        ? 'account'
        : order.status === 'pending'
          ? 'pending'
          : 'paid';
  return (
    <>
      {call.query.get('refused') === 'price' ? (
        <Alert tone="wait">{i18n.t('problem.WAITLIST_PRICE_CHANGED')}</Alert>
      ) : call.query.has('refused') ? (
        <Alert tone="bad">{i18n.t('waitlist.size.refused')}</Alert>
      ) : null}
      <p>{i18n.t(`waitlist.size.how.${how}`, { orderNumber: order.orderNumber, until, count: entry.places })}</p>
      <Ask
        view={view}
        step="/take"
        button={i18n.t(amount === 0 ? 'waitlist.size.takeFree' : 'waitlist.size.take', {
          amount: i18n.money(amount),
          count: entry.places,
        })}
      >
        <input type="hidden" name="price" value={amount} />
      </Ask>
    </>
  );
}

const orderHref = ({ call }: View, size: SizeSummary): string =>
  isOwner(call, size) ? `/orders/${size.order.id}` : signedOrderLink(call.deps, size.order);

const isOwner = ({ viewer }: Pick<Call, 'viewer'>, { order }: SizeSummary): boolean =>
  viewer?.level === 'verified' && viewer.userId === order.userId;

async function take({ call, entry, size }: View): Promise<Response> {
  const { deps } = call;
  const page = entryPath(deps, entry);
  if (!size) return refuse('NOT_FOUND');
  try {
    const price = Number(postedText(call, 'price', 12));
    await deps.write((work) => takeOffer(work, deps, entry, { price, editorId: size.order.userId }));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return call.redirect(`${page}&refused=${error.code === 'WAITLIST_PRICE_CHANGED' ? 'price' : 'limit'}`);
  }
  return call.redirect(page);
}

function showLeave(view: View): Promise<Response> {
  const { entry, i18n, call } = view;
  if (!isLive(entry.state)) return showEntry(view);
  const kind = entry.state === 'offered' ? 'decline' : 'leave';
  return render(
    view,
    i18n.t(`waitlist.${kind}.title`),
    <>
      <p className="lead">{i18n.t(`waitlist.${kind}.text`)}</p>
      <What view={view} />
      <Ask view={view} step="/leave" button={i18n.t(`waitlist.${kind}.button`)} />
      <p>
        <a href={entryPath(call.deps, entry)}>{i18n.t(`waitlist.${kind}.stay`)}</a>
      </p>
    </>,
  );
}

/** A visitor without a session gets a guest session, which reads nothing. */
async function open({ call, entry }: View): Promise<Response> {
  const { deps, context } = call;
  const back = call.redirect(entryPath(deps, entry));
  try {
    if (call.viewer) await deps.write((work) => openOffer(work, entry, call.viewer as { visitId: string }));
    else {
      const sessionId = await startUnproven(deps, context, entry.email);
      const visitor = await deps.findViewer(sessionId);
      if (!visitor) return back;
      await deps.write((work) => openOffer(work, entry, visitor));
    }
  } catch (error) {
    if (error instanceof Problem && error.code === 'WAITLIST_NO_PLACES') return back;
    throw error;
  }
  return call.redirect(`/events/${entry.eventId}/competitions?competition=${entry.competitionId}`);
}

export const entryPages: readonly PageRoute[] = [
  byLink('get', '', showEntry),
  byLink('post', '/confirm', async ({ call, entry }) => {
    await call.deps.write((work) => enterLine(work, entry));
    return call.redirect(entryPath(call.deps, entry));
  }),
  byLink('post', '/open', open),
  byLink('post', '/take', take),
  byLink('get', '/leave', showLeave),
  // Mail programs post here without cookies (RFC 8058) and expect status 200.
  byLink('post', '/leave', async (view) => {
    const { call, entry } = view;
    await call.deps.write((work) => endEntry(work, entry, 'themselves'));
    const after = (await entryOf(call.deps.read, entry.id)) ?? refuse('NOT_FOUND');
    return showEntry({ ...view, entry: after, until: null });
  }),
];
