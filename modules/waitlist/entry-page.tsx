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
import { behindMailedLink } from '#src/mail/mailed-link.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { postedText } from '#src/web/forms/own-form.ts';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { endEntry } from './end-entry.ts';
import { enterLine } from './join-list.ts';
import { entryPath, joinPath, opensEntry } from './links.ts';
import { keyOf } from './offers.ts';
import { openOffer } from './open-offer.ts';
import { entryOf, positionOf } from './read-entries.ts';
import { isLive } from './rules/entry-state.ts';
import { type Entry, isForSize } from './schema.ts';
import { type SizeSummary, sayOf, sizeSummary } from './size-summary.ts';
import { takeOffer } from './take-offer.ts';
import { wishOf } from './wish-text.ts';

type Call = PageCall<'waitlist.answer', 'entryId'>;
type Said = {
  call: Call;
  entry: Entry;
  catalog: Catalog;
  i18n: Translator;
  position: number | null;
  /** Until when places are held; null: none are. */
  until: Instant | null;
  /** For a list of a size. */
  size: SizeSummary | null;
};

/**
 * The link proves the mailbox. Mail scanners open links, so only buttons change anything. The page shows nothing but
 * this list.
 */
const byLink = (
  method: 'get' | 'post',
  step: '' | Step | '/leave',
  answer: (said: Said) => Promise<Response>,
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
  const kept = (await heldPlaces(deps.read, [keyOf(entry)])).get(keyOf(entry));
  return kept && kept.until > now && kept.quantity >= entry.places ? kept.until : null;
}

const render = ({ call, catalog, i18n }: Said, title: string, children: ReactNode): Promise<Response> =>
  renderUnderEvent(call, { catalog, title, tab: i18n.t('waitlist.join.title'), withoutQuery: true }, children);

const competitionOf = ({ catalog, entry, i18n }: Said): string => wishOf(catalog, entry, i18n);

type Step = '/confirm' | '/open' | '/take';

function Ask(props: { said: Said; step: Step | '/leave'; button: string; children?: ReactNode }): ReactElement {
  const { said, step, button, children } = props;
  return (
    <Form action={entryPath(said.call.deps, said.entry, step)}>
      {children}
      <div className="form-actions">
        <Button>{button}</Button>
      </div>
    </Form>
  );
}

const What = ({ said }: { said: Said }): ReactElement => (
  <Facts
    facts={[
      { label: sayOf(said.entry, said.i18n)('waitlist.form.competition'), value: competitionOf(said) },
      ...(said.size ? [{ label: said.i18n.t('waitlist.size.for'), value: said.size.name }] : []),
      { label: sayOf(said.entry, said.i18n)('waitlist.form.places'), value: said.i18n.number(said.entry.places) },
      ...(said.entry.drawnRank === null
        ? []
        : [
            {
              label: said.i18n.t('waitlist.entry.drawnRank'),
              // Page where the draw can be verified.
              value: <a href={`/events/${said.catalog.event.id}/lottery`}>{said.i18n.number(said.entry.drawnRank)}</a>,
            },
          ]),
      ...(said.position === null
        ? []
        : [{ label: said.i18n.t('waitlist.entry.position'), value: said.i18n.number(said.position) }]),
    ]}
  />
);

const Leave = ({ said }: { said: Said }): ReactElement => (
  <p>
    <a href={entryPath(said.call.deps, said.entry, '/leave')}>
      {said.i18n.t(`waitlist.leave.${said.entry.state === 'offered' ? 'declineLink' : 'link'}`)}
    </a>
  </p>
);

function showEntry(said: Said): Promise<Response> {
  const { entry, i18n, until, catalog, call } = said;
  const t = sayOf(entry, i18n);
  const values = { competition: competitionOf(said), count: entry.places };
  if (entry.state === 'asked')
    return render(
      said,
      t('waitlist.confirm.title'),
      <>
        <p className="lead">{t('waitlist.confirm.text')}</p>
        <What said={said} />
        <Ask said={said} step="/confirm" button={t('waitlist.confirm.button')} />
        <p className="soft">{t('waitlist.confirm.notYou')}</p>
      </>,
    );
  if (entry.state === 'waiting')
    return render(
      said,
      t('waitlist.waiting.title'),
      <>
        <p className="lead">
          {t('waitlist.waiting.text', { position: said.position ?? 1, hours: catalog.event.offerHours ?? 0 })}
        </p>
        <What said={said} />
        <Leave said={said} />
      </>,
    );
  if (entry.state === 'offered' && until !== null)
    return render(
      said,
      t('waitlist.offered.title', values),
      <>
        <p className="lead">{t('waitlist.offered.text', { ...values, until: i18n.weekdayDateTime(until) })}</p>
        <What said={said} />
        {said.size ? (
          <Take said={said} size={said.size} />
        ) : (
          <Ask said={said} step="/open" button={t('waitlist.offered.button')} />
        )}
        <p className="soft">{t('waitlist.offered.hint', values)}</p>
        <Leave said={said} />
      </>,
    );
  const state = entry.state === 'offered' ? 'lapsed' : entry.state;
  return render(
    said,
    t(`waitlist.ended.${state}.title`, values),
    <>
      <p className="lead">
        {t(`waitlist.ended.${state}.text`, values)}
        {said.size && state === 'bought' ? sinceTaken(said.size, i18n) : null}
      </p>
      <p className="row">
        {said.size ? (
          <ButtonLink href={orderHref(said, said.size)}>{t('waitlist.size.toOrder')}</ButtonLink>
        ) : (
          <ButtonLink href={`/events/${catalog.event.id}`}>{t('waitlist.toEvent')}</ButtonLink>
        )}
        {said.size || state === 'bought' || catalog.event.offerHours === null ? null : (
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

/** Shows the price; the button confirms exactly this price. */
function Take({ said, size }: { said: Said; size: SizeSummary }): ReactElement {
  const { i18n, call, entry } = said;
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
        said={said}
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

const orderHref = ({ call }: Said, size: SizeSummary): string =>
  isOwner(call, size) ? `/orders/${size.order.id}` : signedOrderLink(call.deps, size.order);

const isOwner = ({ viewer }: Pick<Call, 'viewer'>, { order }: SizeSummary): boolean =>
  viewer?.level === 'verified' && viewer.userId === order.userId;

/** A refusal is shown beside the button. */
async function take({ call, entry, size }: Said): Promise<Response> {
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

function showLeave(said: Said): Promise<Response> {
  const { entry, i18n, call } = said;
  if (!isLive(entry.state)) return showEntry(said);
  const kind = entry.state === 'offered' ? 'decline' : 'leave';
  return render(
    said,
    i18n.t(`waitlist.${kind}.title`),
    <>
      <p className="lead">{i18n.t(`waitlist.${kind}.text`)}</p>
      <What said={said} />
      <Ask said={said} step="/leave" button={i18n.t(`waitlist.${kind}.button`)} />
      <p>
        <a href={entryPath(call.deps, entry)}>{i18n.t(`waitlist.${kind}.stay`)}</a>
      </p>
    </>,
  );
}

/**
 * Opens the booking with the competition chosen. A visitor without a session gets a guest session, which reads
 * nothing.
 */
async function open({ call, entry }: Said): Promise<Response> {
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
  byLink('post', '/leave', async (said) => {
    const { call, entry } = said;
    await call.deps.write((work) => endEntry(work, entry, 'themselves'));
    const after = (await entryOf(call.deps.read, entry.id)) ?? refuse('NOT_FOUND');
    return showEntry({ ...said, entry: after, until: null });
  }),
];
