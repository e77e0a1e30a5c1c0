import type { ReactElement } from 'react';
import { useOwnPicture } from '#modules/events/index.ts';
import type { CatalogArticle } from '#modules/events/rules/catalog.ts';
import type { Words } from '#src/platform/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { MoneyField, NumberField } from '#src/ui/field.tsx';
import { formatCentsInput, parseCents } from '#src/ui/format.ts';
import { isOfferedFor, variantLeft } from '../rules/article-lines.ts';
import type { DraftArticle, DraftData, DraftTeam } from '../rules/draft.ts';
import { type BookingContext, BookingHead, stepPath } from './booking-frame.tsx';
import { type RefusedCode, StepForm } from './step-form.tsx';

const quantityName = (localId: string, variantId: number) => `quantity.${localId}.${variantId}`;
const amountName = (localId: string, articleId: number) => `amount.${localId}.${articleId}`;

/** What everybody takes along: shirts, pasta, a donation. */
export function ArticlesPage(props: {
  booking: BookingContext;
  only: string | null;
  /** Nothing was chosen: the page asks whether that is meant. */
  asksToDecline?: boolean;
  refused?: RefusedCode | null;
}): ReactElement {
  const { booking, only, asksToDecline, refused = null } = props;
  const { words } = booking;
  const action = stepPath(booking.eventRef, 'articles') + (only === null ? '' : `/${encodeURIComponent(only)}`);
  const people = booking.draft.data.teams.flatMap((team) =>
    team.participants.map((person, index) => ({ team, person, index })),
  );
  // Beside articles with a picture one without would look forgotten, so it gets the drawing.
  const hasPictures = booking.catalog.articles.some(({ picture }) => picture !== null);
  const shown = people.filter(({ person }) => only === null || person.localId === only);
  return (
    <div className="stack">
      <BookingHead booking={booking} step="articles" />
      <StepForm booking={booking} step="articles" action={action} refused={refused}>
        {asksToDecline ? (
          <Alert tone="wait" urgent title={words.t('orders.articles.declineTitle')}>
            <p>{words.t('orders.articles.declineText', { next: words.t('ui.form.next') })}</p>
            <input type="hidden" name="declined" value="true" />
          </Alert>
        ) : null}
        {shown.map(({ team, person, index }) => {
          const articles = articlesFor(booking.catalog.articles, team, index);
          if (articles.length === 0) return null;
          return (
            <fieldset className="entry-person" key={person.localId}>
              <legend>
                {person.firstName} {person.lastName}
              </legend>
              {articles.map((article) => (
                <ArticleChoice
                  key={article.id}
                  article={article}
                  hasPictures={hasPictures}
                  localId={person.localId}
                  chosen={person.articles}
                  words={words}
                />
              ))}
            </fieldset>
          );
        })}
      </StepForm>
    </div>
  );
}

const articlesFor = (articles: CatalogArticle[], team: DraftTeam, index: number): CatalogArticle[] =>
  articles.filter(
    (article) =>
      isOfferedFor(article, team.competitionId) &&
      (!article.teamArticle || index === 0) &&
      article.variants.some((variant) => variantLeft(variant) > 0),
  );

function ArticleChoice(props: {
  article: CatalogArticle;
  hasPictures: boolean;
  localId: string;
  chosen: DraftArticle[];
  words: Words;
}) {
  const { article, localId, chosen, words } = props;
  const drawing = useOwnPicture('default:article');
  const picture = useOwnPicture(article.picture) ?? (props.hasPictures ? drawing : null);
  const mine = chosen.filter((choice) => choice.articleId === article.id);
  const isDonation = article.type === 'donation';
  const amount = mine[0]?.unitPrice;
  const price =
    article.type === 'free'
      ? words.t('orders.articles.free')
      : isDonation
        ? donationText(article, words)
        : words.money(article.price);
  return (
    <div className="entry-article">
      {picture ? (
        <img
          className="entry-article-picture"
          {...picture}
          sizes="9rem"
          alt=""
          width="144"
          height="90"
          loading="lazy"
        />
      ) : null}
      <p className="entry-article-name">
        <strong>{article.name}</strong> <span className="soft">{price}</span>
      </p>
      <div className="entry-row">
        {isDonation ? (
          <MoneyField
            name={amountName(localId, article.id)}
            label={words.t('orders.articles.amount')}
            optional={words.t('ui.form.optional')}
            defaultValue={amount ? formatCentsInput(amount, words.locale) : ''}
            {...(article.recommendedPrice
              ? { hint: words.t('orders.articles.recommended', { price: words.money(article.recommendedPrice) }) }
              : {})}
          />
        ) : (
          article.variants
            .filter((variant) => variantLeft(variant) > 0)
            .map((variant) => {
              const quantity = mine.find((choice) => choice.variantId === variant.id)?.quantity ?? 0;
              return (
                <NumberField
                  key={variant.id}
                  name={quantityName(localId, variant.id)}
                  label={variant.name || words.t('orders.articles.quantity')}
                  defaultValue={quantity === 0 ? '' : String(quantity)}
                  placeholder="0"
                  maxLength={3}
                />
              );
            })
        )}
      </div>
    </div>
  );
}

function donationText(article: CatalogArticle, words: Words): string {
  if (article.minPrice && article.maxPrice) {
    return words.t('orders.articles.donationBetween', {
      min: words.money(article.minPrice),
      max: words.money(article.maxPrice),
    });
  }
  return article.minPrice
    ? words.t('orders.articles.donationFrom', { min: words.money(article.minPrice) })
    : words.t('orders.articles.donation');
}

/** Whether the people shown take nothing at all, though something is offered to them. */
export function takesNothing(data: DraftData, booking: BookingContext, only: string | null): boolean {
  const shown = data.teams.flatMap((team) =>
    team.participants
      .map((person, index) => ({ person, isOffered: articlesFor(booking.catalog.articles, team, index).length > 0 }))
      .filter(({ person, isOffered }) => isOffered && (only === null || person.localId === only)),
  );
  return shown.length > 0 && shown.every(({ person }) => person.articles.length === 0);
}

/** The choices that the form posts, put into the draft. People who were not shown keep theirs. */
export function articlesOfForm(form: FormData, booking: BookingContext, only: string | null): DraftData {
  const { data } = booking.draft;
  return {
    ...data,
    teams: data.teams.map((team) => ({
      ...team,
      participants: team.participants.map((person, index) => {
        if (only !== null && person.localId !== only) return person;
        const articles = articlesFor(booking.catalog.articles, team, index).flatMap((article) =>
          article.type === 'donation'
            ? donationOf(form, article, person.localId, booking.words)
            : article.variants.flatMap((variant) => {
                const quantity = Number.parseInt(String(form.get(quantityName(person.localId, variant.id)) ?? ''), 10);
                return quantity > 0
                  ? [choice(person.localId, article.id, variant.id, Math.min(quantity, 999), null)]
                  : [];
              }),
        );
        return { ...person, articles };
      }),
    })),
  };
}

const choice = (
  localId: string,
  articleId: number,
  variantId: number,
  quantity: number,
  unitPrice: number | null,
): DraftArticle => ({ uniqueLocalId: `${localId}-${variantId}`, articleId, variantId, quantity, unitPrice });

function donationOf(form: FormData, article: CatalogArticle, localId: string, words: Words): DraftArticle[] {
  const amount = parseCents(String(form.get(amountName(localId, article.id)) ?? ''), words.locale);
  const variant = article.variants.find((candidate) => variantLeft(candidate) > 0);
  return variant && amount > 0 ? [choice(localId, article.id, variant.id, 1, amount)] : [];
}
