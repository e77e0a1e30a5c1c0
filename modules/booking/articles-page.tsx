import type { ReactElement } from 'react';
import type { ArticleTexts } from '#islands/articles/texts.ts';
import { useOwnPictures } from '#modules/events/index.ts';
import type { CatalogArticle } from '#modules/events/rules/catalog.ts';
import { stepPath } from '#modules/orders/rules/steps.ts';
import type { Translator } from '#src/platform/locale.ts';
import { usePage } from '#src/ui/page.tsx';
import type { BookingContext } from './booking-frame.tsx';
import type { RefusedCode } from './refusal.tsx';
import { StepPage } from './step-page.tsx';
import { stepProps } from './step-props.ts';

/** From here on the last pieces are counted. */
const fewPieces = 10;

/** What everybody takes along. */
export function ArticlesPage(props: {
  booking: BookingContext;
  /** The one person whose page this is. */
  only: string | null;
  showErrors?: boolean;
  asksToDecline?: boolean;
  refused?: RefusedCode | null;
}): ReactElement {
  const { booking, only, showErrors = false, asksToDecline = false, refused = null } = props;
  const { csrfToken } = usePage();
  const articles = useArticleTexts(booking);
  const action = stepPath(booking.eventRef, 'articles') + (only === null ? '' : `/${encodeURIComponent(only)}`);
  return (
    <StepPage
      booking={booking}
      props={{
        ...stepProps(booking, 'articles', { csrfToken, refused, action }),
        only,
        showErrors,
        asksToDecline,
        own: { ...articleTexts(booking.words), articles },
      }}
    />
  );
}

function useArticleTexts({ catalog, words }: BookingContext): ArticleTexts['articles'] {
  const pictureOf = useOwnPictures('9rem');
  // Beside articles with a picture one without would look forgotten, so it gets the drawing.
  const hasPictures = catalog.articles.some(({ picture }) => picture !== null);
  const texts: ArticleTexts['articles'] = {};
  for (const article of catalog.articles) {
    texts[article.id] = {
      price: priceText(article, words),
      hint: article.recommendedPrice
        ? words.t('orders.articles.recommended', { price: words.money(article.recommendedPrice) })
        : '',
      picture: pictureOf(article.picture) ?? (hasPictures ? pictureOf('default:article') : null),
    };
  }
  return texts;
}

function priceText(article: CatalogArticle, words: Translator): string {
  if (article.type === 'free') return words.t('orders.articles.free');
  if (article.type === 'normal') return words.money(article.price);
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

function articleTexts({ t }: Translator): Omit<ArticleTexts, 'articles'> {
  const limit = '{limit}';
  return {
    quantity: t('orders.articles.quantity'),
    variant: t('orders.articles.variant'),
    nothing: t('orders.articles.nothing'),
    amount: t('orders.articles.amount'),
    optional: t('ui.form.optional'),
    fewLeft: Array.from({ length: fewPieces }, (_, index) => t('orders.articles.fewLeft', { count: index + 1 })),
    gone: t('orders.articles.gone'),
    faults: {
      number: t('orders.fault.number'),
      amount: t('orders.articles.fault.amount'),
      donationMin: t('orders.articles.fault.donationMin', { limit }),
      donationMax: t('orders.articles.fault.donationMax', { limit }),
      min: t('orders.articles.fault.min', { limit }),
      max: t('orders.articles.fault.max', { limit }),
      teamMin: t('orders.articles.fault.teamMin', { limit }),
      teamMax: t('orders.articles.fault.teamMax', { limit }),
      stock: t('orders.articles.fault.stock', { limit }),
    },
    ofPerson: t('ui.errors.ofField', { field: '{name}', error: '{error}' }),
    declineTitle: t('orders.articles.declineTitle'),
    declineText: t('orders.articles.declineText', { names: '{names}', next: t('ui.form.next') }),
  };
}
