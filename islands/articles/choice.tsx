import type { ReactElement } from 'react';
import {
  amountName,
  choiceName,
  isChoice,
  quantityName,
  shownAmount,
  shownQuantity,
  visibleVariants,
} from '#modules/booking/rules/draft-articles.ts';
import type { CatalogArticle } from '#modules/events/rules/catalog.ts';
import { variantLeft } from '#modules/orders/rules/article-lines.ts';
import type { DraftParticipant } from '#modules/orders/rules/draft.ts';
import { MoneyField, NumberField, RadioCards } from '#src/ui/field.tsx';
import type { Locale } from '#src/ui/format.ts';
import type { ArticleTexts } from './texts.ts';

export function ArticleChoice(props: {
  article: CatalogArticle;
  person: DraftParticipant;
  /** Pieces per variant chosen by all people together. */
  taken: Readonly<Record<number, number>>;
  texts: ArticleTexts;
  locale: Locale;
  sentences: Record<string, string>;
}): ReactElement {
  const { article, person, taken, texts, locale, sentences } = props;
  const { localId } = person;
  const own = texts.articles[article.id];
  const chosen = (variantId: number) => person.articles.find((choice) => choice.variantId === variantId);
  const left = (variant: (typeof article.variants)[number]) => {
    const count = variantLeft(variant);
    return count === 0 ? texts.gone : texts.fewLeft[count - (taken[variant.id] ?? 0) - 1];
  };
  const named = (name: string) => ({ name, error: sentences[name] ?? null });
  const variants = visibleVariants(article, person);
  const ofDonation =
    article.type === 'donation' ? article.variants.map(({ id }) => chosen(id)).find(Boolean) : undefined;
  return (
    <div className="entry-article">
      {own?.picture ? (
        <img className="entry-article-picture" {...own.picture} alt="" width="144" height="90" loading="lazy" />
      ) : null}
      <p className="entry-article-name">
        <strong>{article.name}</strong> <span className="soft">{own?.price}</span>
      </p>
      <div
        className={
          isChoice(article)
            ? undefined
            : `entry-row${variants.every(({ name }) => name.length < 5) ? ' entry-sizes' : ''}`
        }
      >
        {article.type === 'donation' ? (
          <MoneyField
            {...named(amountName(localId, article.id))}
            label={texts.amount}
            optional={texts.optional}
            defaultValue={shownAmount(ofDonation, locale)}
            hint={own?.hint}
          />
        ) : isChoice(article) ? (
          <RadioCards
            {...named(choiceName(localId, article.id))}
            look="pills"
            label={variants.some(({ name }) => name) ? `${article.name}: ${texts.variant}` : article.name}
            defaultValue={String(variants.find(({ id }) => chosen(id))?.id ?? (person.declined ? '' : 'unsaid'))}
            choices={[
              ...variants.map((variant) => ({
                value: String(variant.id),
                label: variant.name || texts.one,
                text: left(variant),
              })),
              { value: '', label: texts.nothing },
            ]}
          />
        ) : (
          variants.map((variant) => (
            <NumberField
              key={variant.id}
              {...named(quantityName(localId, variant.id))}
              label={variant.name || texts.quantity}
              defaultValue={shownQuantity(chosen(variant.id))}
              placeholder="0"
              maxLength={3}
              hint={left(variant)}
            />
          ))
        )}
      </div>
    </div>
  );
}
