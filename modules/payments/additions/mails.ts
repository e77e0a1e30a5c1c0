import { catalogOf } from '#modules/events/index.ts';
import { buyerName, nameOf, participantsOf, sampled } from '#modules/orders/index.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import { days, plus } from '#src/kernel/time.ts';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { newTotalMail, newTotalOf, sampleTotal } from '../new-total-mail.ts';
import { additionDue } from './read-due.ts';

/** `difference`, `goesBack`: cents. */
type Addition = {
  orderId: number;
  participantId: number;
  name: string;
  quantity: number;
  difference: Cents;
  goesBack: Cents;
};

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    ArticleAdded: Addition & { participantArticleId: number };
    ArticleTakenOff: Addition;
  }
}

export const additionMailTypes = (deps: Deps): MailType[] => [
  mailType('ArticleAdded', {
    audience: 'buyer',
    async make(params, locale) {
      const told = await newTotalOf(deps, params, locale);
      const person = told && participantsOf(told.order).find(({ id }) => id === params.participantId);
      if (!told || !person) return null;
      const { order, i18n, total } = told;
      const due = total.open > 0 ? await additionDue(deps.read, params.participantArticleId) : null;
      return newTotalMail(deps, order, i18n, total, {
        words: 'additions.mail.added',
        values: { article: params.name, count: params.quantity, name: nameOf(person) },
        hint: due === null ? null : i18n.t('additions.mail.due', { until: i18n.weekdayDateTime(due) }),
      });
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, async (order, i18n) => {
        const name = buyerName(order) ?? order.orderNumber;
        const until = i18n.weekdayDateTime(plus(deps.clock(), days(10)));
        return newTotalMail(deps, order, i18n, sampleTotal(deps, order, cents(2500)), {
          words: 'additions.mail.added',
          values: { article: await articleAt(deps, eventId), count: 1, name },
          hint: i18n.t('additions.mail.due', { until }),
        });
      }),
  }),
  mailType('ArticleTakenOff', {
    audience: 'buyer',
    async make(params, locale) {
      const told = await newTotalOf(deps, params, locale);
      if (!told) return null;
      const { order, i18n, total } = told;
      const values = { article: params.name, count: params.quantity };
      return newTotalMail(deps, order, i18n, total, { words: 'additions.mail.takenOff', values });
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, async (order, i18n) => {
        const total = { ...sampleTotal(deps, order, cents(-2500)), open: zeroCents, transfer: null };
        const values = { article: await articleAt(deps, eventId), count: 1 };
        return newTotalMail(deps, order, i18n, total, { words: 'additions.mail.takenOff', values });
      }),
  }),
];

const articleAt = async ({ read }: Pick<Deps, 'read'>, eventId: number): Promise<string> =>
  (await catalogOf(read, eventId))?.articles[0]?.name ?? 'T-Shirt';
