import type { ReactElement } from 'react';

/** What an island writes where the server puts what it alone renders (`Island`'s `slot`). */
export const emptySlot = '<div data-slot=""></div>';

/** Where an island holds what the server rendered: in the browser that stays as it stands. */
export const Slot = (): ReactElement => (
  <div data-slot="" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
);
