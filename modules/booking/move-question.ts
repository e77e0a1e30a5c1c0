import type { MoveRequest } from '#islands/participants/move-question.tsx';
import type { BookingContext } from './booking-frame.tsx';
import { chosenName } from './rules/draft-form.ts';
import { articlesLost, moveTargets } from './rules/draft-move.ts';

/** Target competitions of an entry, and whose articles the move would delete. */
export function moveQuestion(
  booking: Pick<BookingContext, 'catalog' | 'draft' | 'i18n' | 'now'>,
  teamIndex: number,
): MoveRequest | null {
  const { catalog, draft, i18n, now } = booking;
  const { teams } = draft.data;
  const team = teams[teamIndex];
  if (!team) return null;
  const { t } = i18n;
  const [first] = team.participants;
  const who = team.teamName.trim() || [first?.firstName, first?.lastName].join(' ').trim();
  const options = moveTargets(catalog.competitions, teams, team, now).map(({ id, title }) => ({
    value: String(id),
    label: title,
  }));
  const lost = articlesLost(catalog.articles, team);
  const intent = `move:${teamIndex}`;
  return {
    name: chosenName(intent),
    title: who ? t('people.move.titleNamed', { name: who }) : t('people.move.title'),
    label: t('people.move.label'),
    options,
    text: options.length === 0 ? t('people.move.nowhere') : lost.length > 0 ? t('people.move.text') : '',
    lines: (options.length > 0 ? lost : []).map(({ place, name, articles }) =>
      t('people.move.line', {
        name: name || t('orders.participants.member', { number: place }),
        articles: articles
          .map((article) => t(article.variant ? 'people.move.articleOf' : 'people.move.article', article))
          .join(', '),
      }),
    ),
    link: null,
    no: t('people.move.no'),
    answers: options.length > 0 ? [[intent, t(lost.length > 0 ? 'people.move.yesAndDelete' : 'people.move.yes')]] : [],
  };
}
