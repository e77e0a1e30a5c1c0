export { blockCard, dropCard, saveCardSettings, unblockCard } from './change-card.ts';
export { insertCard, issueCard } from './issue-card.ts';
export { cardPath, cardReference } from './links.ts';
export { giftCardsModule } from './module.ts';
export { cardOfId } from './read-cards.ts';
export { acceptsGiftCards, cardMoneyOfOrder, putBackOnCards, requireCardForOrder, takeFromCard } from './spend.ts';
