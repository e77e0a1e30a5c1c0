import type { Catalog, CatalogArticle } from '#modules/events/rules/catalog.ts';
import { isOfferedFor, maxArticles, variantLeft } from '#modules/orders/rules/article-lines.ts';
import type { DraftArticle, DraftParticipant, DraftTeam } from '#modules/orders/rules/draft.ts';
import { zeroCents } from '#src/kernel/money.ts';
import { formatCentsInput, type Locale, readCents } from '#src/ui/format.ts';

type CatalogVariant = CatalogArticle['variants'][number];

/**
 * Field names of articles: `quantity.<localId>.<variantId>`, `choice.<localId>.<articleId>` for at most one piece
 * (empty: none), `amount.<localId>.<articleId>` for a donation, and `shown` with the local id of each person in the
 * form.
 */
export const quantityName = (localId: string, variantId: number): string => `quantity.${localId}.${variantId}`;
export const choiceName = (localId: string, articleId: number): string => `choice.${localId}.${articleId}`;
export const amountName = (localId: string, articleId: number): string => `amount.${localId}.${articleId}`;

export const isArticleName = (name: string): boolean => /^(quantity|choice|amount)\./.test(name);

/** At most one piece: a choice instead of numbers. */
export const isChoice = ({ type, maxAmountPerParticipant }: CatalogArticle): boolean =>
  type !== 'donation' && maxAmountPerParticipant === 1;

const chosenOf = (person: DraftParticipant, variantId: number): DraftArticle | undefined =>
  person.articles.find((choice) => choice.variantId === variantId);

/** Available, or chosen by this person before it sold out. */
export const visibleVariants = (article: CatalogArticle, person: DraftParticipant): CatalogVariant[] =>
  article.variants.filter((variant) => variantLeft(variant) > 0 || chosenOf(person, variant.id) !== undefined);

export const articlesFor = (
  articles: readonly CatalogArticle[],
  { competitionId, participants }: DraftTeam,
  index: number,
): CatalogArticle[] =>
  articles.filter((article) => {
    const person = participants[index];
    return (
      person !== undefined &&
      isOfferedFor(article, competitionId) &&
      (!article.teamArticle || index === 0) &&
      visibleVariants(article, person).length > 0
    );
  });

/** The teams with the choices of the form. People not `shown` in the form keep theirs. */
export function articlesOfForm(
  form: FormData,
  articles: readonly CatalogArticle[],
  teams: readonly DraftTeam[],
  locale: Locale,
  visibleIds: ReadonlySet<string> = new Set(form.getAll('shown').map(String)),
): DraftTeam[] {
  return teams.map((team) => ({
    ...team,
    participants: team.participants.map((person, index) => {
      if (!visibleIds.has(person.localId)) return person;
      const offered = articlesFor(articles, team, index);
      const chosen = offered.flatMap((article) => choicesOf(form, article, person, locale));
      return { ...person, articles: chosen, ...(saysNo(form, offered, person) ? { declined: true } : {}) };
    }),
  }));
}

function saysNo(form: FormData, offered: readonly CatalogArticle[], { localId }: DraftParticipant): boolean {
  const goods = offered.filter(({ type }) => type !== 'donation');
  return goods.length > 0 && goods.every((article) => form.get(choiceName(localId, article.id)) === '');
}

function choicesOf(form: FormData, article: CatalogArticle, person: DraftParticipant, locale: Locale): DraftArticle[] {
  const { localId } = person;
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const choice = (variantId: number, quantity: number, more: Partial<DraftArticle> = {}): DraftArticle => ({
    uniqueLocalId: `${localId}-${variantId}`,
    articleId: article.id,
    variantId,
    quantity,
    unitPrice: null,
    ...more,
  });
  if (article.type === 'donation') {
    const input = text(amountName(localId, article.id)).slice(0, 50);
    const variant = visibleVariants(article, person)[0];
    const cents = readCents(input, locale);
    if (!variant || input === '' || cents === 0) return [];
    return [choice(variant.id, 1, cents === null ? { typed: input } : { unitPrice: cents })];
  }
  if (isChoice(article)) {
    const variant = article.variants.find(({ id }) => String(id) === text(choiceName(localId, article.id)));
    return variant ? [choice(variant.id, 1)] : [];
  }
  return visibleVariants(article, person).flatMap((variant) => {
    const input = text(quantityName(localId, variant.id)).slice(0, 50);
    if (input === '') return [];
    const quantity = /^\d{1,6}$/.test(input) ? Number(input) : null;
    if (quantity === 0) return [];
    return [quantity === null ? choice(variant.id, 0, { typed: input }) : choice(variant.id, quantity)];
  });
}

export const shownQuantity = (choice: DraftArticle | undefined): string =>
  choice ? (choice.typed ?? String(choice.quantity)) : '';
export const shownAmount = (choice: DraftArticle | undefined, locale: Locale): string =>
  choice ? (choice.typed ?? formatCentsInput(choice.unitPrice ?? zeroCents, locale)) : '';

export type ArticleError = {
  error: 'number' | 'amount' | 'donationMin' | 'donationMax' | 'min' | 'max' | 'teamMin' | 'teamMax' | 'stock';
  limit: number;
};

export function articleErrors(
  catalog: Pick<Catalog, 'articles'>,
  teams: readonly DraftTeam[],
): Record<string, ArticleError> {
  const errors: Record<string, ArticleError> = {};
  const note = (name: string, error: ArticleError['error'], limit: number) => {
    errors[name] ??= { error, limit };
  };
  const people = teams.flatMap((team) => team.participants);
  for (const article of catalog.articles) {
    const taken = (person: DraftParticipant) => person.articles.filter(({ articleId }) => articleId === article.id);
    const count = (choices: readonly DraftArticle[]) => choices.reduce((sum, { quantity }) => sum + quantity, 0);
    for (const team of teams) {
      for (const person of team.participants) {
        const choices = taken(person);
        for (const choice of choices) checkChoice(article, person.localId, choice, note);
        const of = count(choices);
        const first = choices[0];
        if (!first || of === 0) continue;
        const name = nameOfChoice(article, person.localId, first);
        const most = Math.min(article.maxAmountPerParticipant || maxArticles, maxArticles);
        if (of < (article.minAmountPerParticipant ?? 0)) note(name, 'min', article.minAmountPerParticipant ?? 0);
        if (of > most) note(name, 'max', most);
      }
      const takers = team.participants.filter((person) => count(taken(person)) > 0);
      const ofTeam = takers.reduce((sum, person) => sum + count(taken(person)), 0);
      const last = takers.at(-1);
      const choice = last && taken(last)[0];
      if (!last || !choice) continue;
      const name = nameOfChoice(article, last.localId, choice);
      if (ofTeam < (article.minAmountPerTeam ?? 0)) note(name, 'teamMin', article.minAmountPerTeam ?? 0);
      if (article.maxAmountPerTeam && ofTeam > article.maxAmountPerTeam)
        note(name, 'teamMax', article.maxAmountPerTeam);
    }
    for (const variant of article.variants) {
      const takers = people.filter((person) => (chosenOf(person, variant.id)?.quantity ?? 0) > 0);
      const wanted = takers.reduce((sum, person) => sum + (chosenOf(person, variant.id)?.quantity ?? 0), 0);
      const left = variantLeft(variant);
      if (wanted <= left) continue;
      for (const person of takers) {
        note(nameOfChoice(article, person.localId, { variantId: variant.id }), 'stock', left);
      }
    }
  }
  return errors;
}

const nameOfChoice = (article: CatalogArticle, localId: string, choice: Pick<DraftArticle, 'variantId'>): string =>
  article.type === 'donation'
    ? amountName(localId, article.id)
    : isChoice(article)
      ? choiceName(localId, article.id)
      : quantityName(localId, choice.variantId);

function checkChoice(
  article: CatalogArticle,
  localId: string,
  choice: DraftArticle,
  note: (name: string, error: ArticleError['error'], limit: number) => void,
): void {
  const name = nameOfChoice(article, localId, choice);
  const isDonation = article.type === 'donation';
  const { minPrice, maxPrice } = article;
  const cents = choice.unitPrice ?? 0;
  if (choice.typed !== undefined) note(name, isDonation ? 'amount' : 'number', 0);
  else if (!isDonation) return;
  else if (minPrice !== null && cents < minPrice) note(name, 'donationMin', minPrice);
  else if (maxPrice !== null && cents > maxPrice) note(name, 'donationMax', maxPrice);
}

/** People who take nothing and have not confirmed it. Donations do not count. `only`: the person of the page. */
export const unansweredArticles = (
  articles: readonly CatalogArticle[],
  teams: readonly DraftTeam[],
  only: string | null = null,
): DraftParticipant[] =>
  teams.flatMap((team) =>
    team.participants.filter(
      (person, index) =>
        (only === null || person.localId === only) &&
        person.articles.length === 0 &&
        person.declined !== true &&
        articlesFor(articles, team, index).some(({ type }) => type !== 'donation'),
    ),
  );
