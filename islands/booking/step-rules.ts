export {
  articleErrors,
  articlesOfForm,
  unansweredArticles as undecided,
} from '#modules/booking/rules/draft-articles.ts';
export { applyIntent, chosenIntent, teamsOfForm } from '#modules/booking/rules/draft-form.ts';
export { fittingElsewhere } from '#modules/booking/rules/fitting-competitions.ts';
export { finishedIn } from '#modules/booking/rules/folded-people.ts';
export { lateIntent } from '#modules/booking/rules/late-intent.ts';
export { addressesOfForm, addressInputErrors } from '#modules/orders/rules/draft-address.ts';
export { adoptedAnswers } from '#modules/orders/rules/draft-answers.ts';
export { draftErrors } from '#modules/orders/rules/draft-check.ts';
export { afterPress } from '../participants/after-press.ts';
export { named, withArticles } from '../participants/named.ts';
export { loadCodeRules } from './codes.ts';
export { priceView } from './price-view.ts';
