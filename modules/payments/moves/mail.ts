import { catalogOf } from '#modules/events/index.ts';
import { buyerName, nameOf, participantsOf, sampled } from '#modules/orders/index.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { newTotalMail, newTotalOf, sampleTotal } from '../new-total-mail.ts';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    /** `difference`, `goesBack`: cents. */
    ParticipantMoved: {
      orderId: number;
      participantId: number;
      from: string;
      to: string;
      difference: Cents;
      goesBack: Cents;
    };
  }
}

type Move = { name: string; from: string; competition: string };
const why = (values: Move) => ({ words: 'moves.mail' as const, values });

export const moveMailTypes = (deps: Deps): MailType[] => [
  mailType('ParticipantMoved', {
    audience: 'buyer',
    async make(params, locale) {
      const { from, to: competition, participantId } = params;
      const told = await newTotalOf(deps, params, locale);
      const person = told && participantsOf(told.order).find(({ id }) => id === participantId);
      if (!told || !person) return null;
      const { order, i18n, total } = told;
      return newTotalMail(deps, order, i18n, total, why({ name: nameOf(person), from, competition }));
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, async (order, i18n) => {
        const title = order.competitions[0]?.title ?? order.event.title;
        const others = (await catalogOf(deps.read, eventId))?.competitions.filter((other) => other.title !== title);
        const name = buyerName(order) ?? order.orderNumber;
        const move = { name, from: others?.[0]?.title ?? title, competition: title };
        return newTotalMail(deps, order, i18n, sampleTotal(deps, order, cents(1500)), why(move));
      }),
  }),
];
