import { createHash } from 'node:crypto';
import type { ReactElement } from 'react';
import { type ConsentOffer, consentOffer } from '#modules/newsletter/index.ts';
import { membersOf, OrderLines, rightNotes } from '#modules/orders/index.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { rightOf } from '#modules/orders/rules/order-item.ts';
import type { Quote } from '#modules/orders/rules/pricing.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { CheckboxField } from '#src/ui/field.tsx';
import { ErrorSummary } from '#src/ui/form.tsx';
import type { BookingContext, LoginCall } from './booking-frame.tsx';
import type { DraftData } from './rules/draft.ts';
import { nameOf } from './rules/draft-price.ts';
import { codeFieldView } from './rules/voucher-intent.ts';
import type { WaysToPay } from './slots.ts';

type OfferedNews = Pick<ConsentOffer, 'text' | 'mark'> & { isTicked: boolean; isAskedByMail: boolean };
export const newsletterField = 'newsletter';
export const methodField = 'paymentMethod';
/** Terms of use and the event's conditions in one box. */
export const acceptedField = 'accepted';

/** Mark of the draft that a form with the address showed. */
export const visibleField = 'shownDraft';
/** Identifies people and their choices, without addresses. */
export const markOf = ({ teams, protectionIds }: DraftData): string =>
  createHash('sha256')
    .update(JSON.stringify([teams, protectionIds]))
    .digest('base64url')
    .slice(0, 16);

/** Required input missing from the posted form. */
export type Missing = { accepted?: boolean; method?: boolean };
export type Ordering = {
  missing: Missing;
  isAccepted: boolean;
  news: OfferedNews | null;
  ways: WaysToPay;
  chosen: string | null;
  /** People whose member price needs confirmation by the owner of their address. */
  awaited: string[];
};

/** Payment methods of this order on this device. */
export const waysOf = ({ deps, context }: LoginCall, { catalog, i18n }: BookingContext): WaysToPay =>
  deps.waysToPay({ catalog, userAgent: context.req.header('user-agent') ?? '', i18n });

export async function orderingOf(call: LoginCall, booking: BookingContext, missing: Missing): Promise<Ordering> {
  const { deps, viewer, now, form } = call;
  const { catalog, basket, i18n } = booking;
  const offer = await consentOffer(deps.read, { catalog, buyer: viewer, teams: basket.teams, i18n, now });
  const chosen = form.get(methodField);
  const members = booking.quote
    ? await membersOf(deps.read, catalog, basket, { tickets: booking.quote.tickets, enterer: viewer, now })
    : [];
  const asked = new Set(members.flatMap(({ isAsked, participantLocalId }) => (isAsked ? [participantLocalId] : [])));
  const people = basket.teams.flatMap(({ participants }) => participants);
  return {
    awaited: people.flatMap(({ localId, firstName, lastName }) =>
      asked.has(localId) ? [`${firstName} ${lastName}`] : [],
    ),
    missing,
    isAccepted: form.has(acceptedField),
    // Ticked if the posted form had this very sentence ticked.
    news: offer && {
      ...offer,
      isTicked: form.get(newsletterField) === offer.mark,
      isAskedByMail: viewer.level !== 'verified',
    },
    ways: waysOf(call, booking),
    chosen: typeof chosen === 'string' ? chosen : null,
  };
}

/**
 * Last part of an ordering form: lines, payment, consent. Elements that change with the price have an id, by which
 * scripts replace them from a newer page.
 */
export function OrderPart(props: {
  booking: BookingContext;
  ordering: Ordering;
  /** The form contains the address, so the draft does not have it yet. */
  isAfterAddress?: boolean;
}): ReactElement {
  const { booking, ordering, isAfterAddress = false } = props;
  const { i18n, quote, eventRef, catalog, draft } = booking;
  const { missing, isAccepted, news, ways, chosen, awaited } = ordering;
  const errors = {
    ...(missing.method ? { [methodField]: i18n.t('payments.method.missing') } : {}),
    ...(missing.accepted ? { [acceptedField]: i18n.t('orders.check.accept') } : {}),
  };
  const conditions = `/event-conditions/${encodeURIComponent(eventRef)}`;
  return (
    <>
      <ErrorSummary title={i18n.t('ui.errors.title', { count: Object.keys(errors).length })} errors={errors} />
      <div id="order-fields" hidden>
        <input type="hidden" name="key" value={draft.key} />
        {isAfterAddress ? <input type="hidden" name={visibleField} value={markOf(draft.data)} /> : null}
        <input type="hidden" name="totalPrice" value={quote?.totalPrice ?? ''} />
        {booking.basket.appliedVouchers.map(({ code }) => (
          <input key={code} type="hidden" name={codeFieldView} value={code} />
        ))}
      </div>
      <div id="order-lines">
        {quote ? (
          <OrderLines
            items={quote.orderItems}
            total={quote.totalPrice}
            i18n={i18n}
            whose={lineOwners(quote, draft.data.teams, i18n)}
          />
        ) : null}
        {awaited.length > 0 ? <Alert>{i18n.t('memberProof.before', { names: awaited.join(', ') })}</Alert> : null}
      </div>
      <div id="ways-to-pay">
        {quote && quote.totalPrice > 0
          ? ways.choice({ amount: quote.totalPrice, chosen: chosen ?? undefined, error: errors[methodField] })
          : null}
      </div>
      <div>
        <CheckboxField
          name={acceptedField}
          required
          defaultChecked={isAccepted}
          error={errors[acceptedField] ?? null}
          label={i18n.t('orders.check.conditions', { event: catalog.event.title })}
        />
        <p className="check-links">
          <a href="/conditions" target="_blank" rel="noopener">
            {i18n.t('orders.check.readTerms')}
          </a>
          <a href={conditions} target="_blank" rel="noopener">
            {i18n.t('orders.check.readConditions')}
          </a>
        </p>
      </div>
      {news ? (
        <CheckboxField
          name={newsletterField}
          value={news.mark}
          defaultChecked={news.isTicked}
          label={news.text}
          optional={i18n.t('ui.form.optional')}
          hint={i18n.t(news.isAskedByMail ? 'newsletter.box.asked' : 'newsletter.box.hint')}
        />
      ) : null}
      <p className="required-note">{i18n.t('ui.form.required')}</p>
      {rightNotes(articlesIn(booking), true, i18n).map((note) => (
        <p key={note} className="soft">
          {note}
        </p>
      ))}
    </>
  );
}

const articlesIn = ({ quote, catalog }: BookingContext) =>
  (quote?.articles ?? []).map(({ name, articleId }) => ({
    name,
    withdrawalRight: rightOf(catalog.articles, articleId),
  }));

/** Further names are only counted. */
const maxNames = 5;

/** Names per line of a quote, in line order; empty for lines of the whole order. */
function lineOwners(quote: Quote, teams: readonly DraftTeam[], i18n: Translator): string[] {
  const people = new Map<string, Set<string>>();
  const note = (line: string, localId: string) => people.set(line, (people.get(line) ?? new Set()).add(localId));
  // Lines are in the order in which their competitions and articles first occur.
  for (const { competitionId, participantLocalId } of quote.tickets)
    note(`ticket ${competitionId}`, participantLocalId);
  for (const { articleId, variantId, unitPrice, participantLocalId } of quote.articles)
    note(`article ${articleId} ${variantId} ${unitPrice}`, participantLocalId);
  const groups = [...people.values()];
  let next = 0;
  return quote.orderItems.map(({ kind }) => {
    const group = kind === 'ticket' || kind === 'article' ? groups[next++] : undefined;
    if (!group) return '';
    const named = {
      names: [...group]
        .slice(0, maxNames)
        .map((localId) => nameOf(teams, localId))
        .join(', '),
    };
    const count = group.size - maxNames;
    return count > 0 ? i18n.t('orders.check.whoseMore', { ...named, count }) : i18n.t('orders.check.whose', named);
  });
}
