import type { Work } from '#src/data/work.ts';
import { withCents, zeroCents } from '#src/kernel/money.ts';
import { given } from '#src/kernel/pick.ts';
import type { FieldErrors } from '#src/kernel/problem.ts';
import { changeRecord, createRecord, refuseErrors } from '../records/save.ts';
import type { ArticleInput } from '../shapes.ts';

const columnsOf = ({ competitionIds: _, currency: __, ...rest }: ArticleInput) =>
  given(withCents(rest, ['price', 'minPrice', 'maxPrice', 'recommendedPrice']));

/** Makes an article without variants, and answers its id. It can be bought once it has one. */
export const createArticle = (work: Work, eventId: number, input: ArticleInput & { name: string }): Promise<number> =>
  createRecord(
    work,
    'article',
    eventId,
    (articles) => {
      refuseContradictions(input, input);
      return { sortOrder: articles + 1, ...columnsOf(input), name: input.name, eventId };
    },
    input.competitionIds,
  );

export const updateArticle = (work: Work, articleId: number, input: ArticleInput): Promise<void> =>
  changeRecord(
    work,
    'article',
    articleId,
    async (before) => {
      const after = { ...before, ...given(input) };
      refuseContradictions(after, input);
      const fields = columnsOf(input);
      const isFree = after.type === 'free' && Object.keys(fields).length > 0;
      return { ...fields, ...(isFree ? { price: zeroCents } : {}) };
    },
    input.competitionIds,
  );

/** Nobody orders more than this of one article. */
const maxPerPerson = 100;

/** `input`: what is asked for now, beside what the article is after it. 0 and null are no limit. */
function refuseContradictions(article: ArticleInput, input: ArticleInput): void {
  const fields: FieldErrors = {};
  const most = (limit: number | null | undefined) => limit || Number.POSITIVE_INFINITY;
  const perPerson = { min: article.minAmountPerParticipant ?? 0, max: most(article.maxAmountPerParticipant) };
  const perTeam = { min: article.minAmountPerTeam ?? 0, max: most(article.maxAmountPerTeam) };
  if (perPerson.max < perPerson.min) fields.maxAmountPerParticipant = ['events.error.maxBelowMin'];
  if (perTeam.max < perTeam.min) fields.maxAmountPerTeam = ['events.error.maxBelowMin'];
  else if (perTeam.max < perPerson.min) fields.maxAmountPerTeam = ['events.error.teamMaxBelowPersonMin'];
  // A team's article is for its first member alone, who orders no more than anybody.
  if (article.teamArticle && perTeam.min > Math.min(perPerson.max, maxPerPerson))
    fields.minAmountPerTeam = ['events.error.teamMinAbovePersonMax'];
  if (article.type === 'free' && (input.price ?? 0) > 0) fields.price = ['events.error.freeHasPrice'];
  if (article.type === 'donation') {
    const { minPrice, maxPrice, recommendedPrice } = article;
    if ((maxPrice ?? Number.POSITIVE_INFINITY) < (minPrice ?? 0)) fields.maxPrice = ['events.error.maxBelowMin'];
    else if (
      recommendedPrice != null &&
      (recommendedPrice < (minPrice ?? 0) || recommendedPrice > (maxPrice ?? recommendedPrice))
    )
      fields.recommendedPrice = ['events.error.recommendedOutside'];
  }
  refuseErrors(fields);
}
