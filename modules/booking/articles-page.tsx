import type { ReactElement } from 'react';
import { type ArticleTexts, articleKeys } from '#islands/articles/texts.ts';
import { useArticlePictures } from '#modules/events/index.ts';
import type { Catalog, CatalogArticle } from '#modules/events/rules/catalog.ts';
import { stepPath } from '#modules/orders/rules/steps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { perThing, perTranslator } from '#src/texts/per-translator.ts';
import { textsOf } from '#src/web/island-texts.ts';
import type { BookingContext } from './booking-frame.tsx';
import type { RefusedCode } from './refusal.tsx';
import { StepPage, useStepProps } from './step-page.tsx';

const fewPieces = 10;

export function ArticlesPage(props: {
  booking: BookingContext;
  /** Set on the page of a single person. */
  only: string | null;
  showErrors?: boolean;
  asksToDecline?: boolean;
  refused?: RefusedCode | null;
}): ReactElement {
  const { booking, only, showErrors = false, asksToDecline = false, refused = null } = props;
  const own = useArticleTexts(booking);
  const action = stepPath(booking.eventRef, 'articles') + (only === null ? '' : `/${encodeURIComponent(only)}`);
  return (
    <StepPage
      booking={booking}
      props={{
        ...useStepProps(booking, 'articles', { refused, action }),
        only,
        showErrors,
        asksToDecline,
        own,
      }}
    />
  );
}

export function useArticleTexts({ catalog, i18n }: BookingContext): ArticleTexts {
  const pictureOf = useArticlePictures('9rem');
  // Among pictures, only the drawing has an address that changes with the build.
  const drawing = JSON.stringify(pictureOf(null));
  return cachedTexts(catalog.event, i18n, drawing, () => textsOfArticles(catalog, i18n, pictureOf));
}

const cachedTexts = perThing<ArticleTexts>();
function textsOfArticles(
  catalog: Catalog,
  i18n: Translator,
  pictureOf: ReturnType<typeof useArticlePictures>,
): ArticleTexts {
  const articles: ArticleTexts['articles'] = {};
  for (const article of catalog.articles) {
    articles[article.id] = {
      price: priceText(article, i18n),
      hint: article.recommendedPrice
        ? i18n.t('orders.articles.recommended', { price: i18n.money(article.recommendedPrice) })
        : '',
      picture: pictureOf(article.picture),
    };
  }
  return { ...textsOf(i18n, articleKeys), ...moreTexts(i18n), articles };
}

function priceText(article: CatalogArticle, i18n: Translator): string {
  if (article.type === 'free') return i18n.t('orders.articles.free');
  if (article.type === 'normal') return i18n.money(article.price);
  if (article.minPrice && article.maxPrice) {
    return i18n.t('orders.articles.donationBetween', {
      min: i18n.money(article.minPrice),
      max: i18n.money(article.maxPrice),
    });
  }
  return article.minPrice
    ? i18n.t('orders.articles.donationFrom', { min: i18n.money(article.minPrice) })
    : i18n.t('orders.articles.donation');
}

const moreTexts = perTranslator(
  ({ t }): Pick<ArticleTexts, 'fewLeft' | 'declineText'> => ({
    fewLeft: Array.from({ length: fewPieces }, (_, index) => t('orders.articles.fewLeft', { count: index + 1 })),
    declineText: t('orders.articles.declineText', { names: '{names}', next: t('ui.form.next') }),
  }),
);
