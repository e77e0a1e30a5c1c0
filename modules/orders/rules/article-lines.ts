import type { Catalog, CatalogArticle } from '#modules/events/rules/catalog.ts';
import { type BasisPoints, basisPoints, type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { BookingArticle } from './booking.ts';
import { refuse } from './problems.ts';

export type ArticleLine = {
  participantLocalId: string;
  uniqueLocalId: string;
  articleId: number;
  variantId: number;
  name: string;
  variantName: string;
  quantity: number;
  unitPrice: Cents;
  vat: BasisPoints;
  soldByPlatform: boolean;
};
type ArticleBasket = {
  teams: readonly {
    competitionId: number;
    participants: readonly { localId: string; articles: readonly BookingArticle[] }[];
  }[];
};

export const maxArticles = 100;

/** Without competitions it is offered for all. */
export const isOfferedFor = (article: Pick<CatalogArticle, 'competitionIds'>, competitionId: number): boolean =>
  article.competitionIds.length === 0 || article.competitionIds.includes(competitionId);

export const variantLeft = (variant: { total: number; sold: number }): number =>
  Math.max(0, variant.total - variant.sold);

/**
 * Prices every article choice.
 * @throws Problem ORDERED_NOT_ENOUGH_ARTICLES, ORDERED_TOO_MANY_ARTICLES, RESERVING_ARTICLES_FAILED, VALIDATION_FAILED
 */
export function articleLines(catalog: Catalog, basket: ArticleBasket): ArticleLine[] {
  const lines: ArticleLine[] = [];
  for (const [teamIndex, team] of basket.teams.entries()) {
    const ofTeam = new Map<CatalogArticle, { count: number; participantLocalId: string }>();
    for (const [index, participant] of team.participants.entries()) {
      const ofParticipant = new Map<CatalogArticle, number>();
      for (const [at, choice] of participant.articles.entries()) {
        if (choice.quantity === 0) continue;
        const path = `teams.${teamIndex}.participants.${index}.articles.${at}`;
        const article = catalog.articles.find((candidate) => candidate.id === choice.articleId);
        const variant = article?.variants.find((candidate) => candidate.id === choice.variantId);
        if (!article || !isOfferedFor(article, team.competitionId))
          return refuseFields({ [`${path}.articleId`]: ['unknown'] });
        if (!variant) return refuseFields({ [`${path}.variantId`]: ['unknown'] });
        if (article.teamArticle && index > 0) {
          refuse('ORDERED_TOO_MANY_ARTICLES', {
            participantLocalId: participant.localId,
            articleId: article.id,
            reason: 'teamArticle',
          });
        }
        ofParticipant.set(article, (ofParticipant.get(article) ?? 0) + choice.quantity);
        lines.push({
          participantLocalId: participant.localId,
          uniqueLocalId: choice.uniqueLocalId,
          articleId: article.id,
          variantId: variant.id,
          name: article.name,
          variantName: variant.name,
          quantity: choice.quantity,
          unitPrice: unitPriceOf(article, choice, path),
          vat: article.type === 'donation' ? basisPoints(0) : (article.vat ?? catalog.event.vat),
          soldByPlatform: article.soldByStartblock,
        });
      }
      for (const [article, count] of ofParticipant) {
        const details = { participantLocalId: participant.localId, articleId: article.id, count };
        requireWithin(count, article.minAmountPerParticipant, article.maxAmountPerParticipant, details);
        ofTeam.set(article, {
          count: (ofTeam.get(article)?.count ?? 0) + count,
          participantLocalId: participant.localId,
        });
      }
    }
    for (const [article, { count, participantLocalId }] of ofTeam) {
      const isTeam = team.participants.length > 1;
      const details = {
        participantLocalId,
        articleId: article.id,
        count,
        perTeam: true,
        ...(isTeam && { reason: 'team' }),
      };
      requireWithin(count, article.minAmountPerTeam, article.maxAmountPerTeam, details, Number.POSITIVE_INFINITY);
    }
  }
  requireStock(catalog, lines);
  return lines;
}

/** A team member with the amounts that member and team have of an article. */
export type OrderedPieces = { localId: string; index: number; teamSize: number; own: number; ofTeam: number };

export function requireMayHaveMore(article: CatalogArticle, has: OrderedPieces, more: number): void {
  const details = { participantLocalId: has.localId, articleId: article.id };
  if (article.teamArticle && has.index > 0) refuse('ORDERED_TOO_MANY_ARTICLES', { ...details, reason: 'teamArticle' });
  const [count, ofTeam] = [has.own + more, has.ofTeam + more];
  requireWithin(count, article.minAmountPerParticipant, article.maxAmountPerParticipant, { ...details, count });
  const ofAll = { ...details, count: ofTeam, perTeam: true, ...(has.teamSize > 1 && { reason: 'team' }) };
  requireWithin(ofTeam, article.minAmountPerTeam, article.maxAmountPerTeam, ofAll, Number.POSITIVE_INFINITY);
}

/** @throws Problem ORDERED_NOT_ENOUGH_ARTICLES */
export function requireMayHaveLess(article: CatalogArticle, has: OrderedPieces, fewer: number): void {
  const details = { participantLocalId: has.localId, articleId: article.id };
  const [count, ofTeam] = [has.own - fewer, has.ofTeam - fewer];
  requireWithin(count, article.minAmountPerParticipant, null, { ...details, count }, Number.POSITIVE_INFINITY);
  const ofAll = { ...details, count: ofTeam, perTeam: true, ...(has.teamSize > 1 && { reason: 'team' }) };
  requireWithin(ofTeam, article.minAmountPerTeam, null, ofAll, Number.POSITIVE_INFINITY);
}

/** How many more a member may order; `most` 0: none. */
export function mayHaveMore(article: CatalogArticle, has: OrderedPieces): { least: number; most: number } {
  const { minAmountPerParticipant, maxAmountPerParticipant, minAmountPerTeam, maxAmountPerTeam } = article;
  if (article.teamArticle && has.index > 0) return { least: 1, most: 0 };
  const most = Math.min(
    Math.min(maxAmountPerParticipant || maxArticles, maxArticles) - has.own,
    (maxAmountPerTeam || Number.POSITIVE_INFINITY) - has.ofTeam,
  );
  const least = Math.max(1, (minAmountPerParticipant ?? 0) - has.own, (minAmountPerTeam ?? 0) - has.ofTeam);
  return { least, most: least > most ? 0 : most };
}

/** 0 and null mean no limit. */
function requireWithin(
  count: number,
  min: number | null,
  max: number | null,
  details: Record<string, unknown>,
  never = maxArticles,
): void {
  const limit = Math.min(max || Number.POSITIVE_INFINITY, never);
  if (count < (min ?? 0)) refuse('ORDERED_NOT_ENOUGH_ARTICLES', { ...details, min });
  if (count > limit) refuse('ORDERED_TOO_MANY_ARTICLES', { ...details, max: limit });
}

/** @throws Problem VALIDATION_FAILED for a donation outside its limits */
export function unitPriceOf(article: CatalogArticle, choice: Pick<BookingArticle, 'unitPrice'>, path: string): Cents {
  if (article.type === 'free') return zeroCents;
  if (article.type === 'normal') return article.price;
  const named = choice.unitPrice ?? null;
  const isFair =
    named !== null &&
    (article.minPrice === null || named >= article.minPrice) &&
    (article.maxPrice === null || named <= article.maxPrice);
  return isFair ? cents(named) : refuseFields({ [`${path}.unitPrice`]: ['donation'] });
}

function requireStock(catalog: Catalog, lines: readonly ArticleLine[]): void {
  const wanted = new Map<number, ArticleLine & { all: number }>();
  for (const line of lines) {
    wanted.set(line.variantId, { ...line, all: (wanted.get(line.variantId)?.all ?? 0) + line.quantity });
  }
  for (const { articleId, variantId, participantLocalId, all } of wanted.values()) {
    const variant = catalog.articles
      .find((article) => article.id === articleId)
      ?.variants.find((candidate) => candidate.id === variantId);
    const left = variant ? variantLeft(variant) : 0;
    if (all > left) refuse('RESERVING_ARTICLES_FAILED', { articleId, variantId, participantLocalId, left });
  }
}
