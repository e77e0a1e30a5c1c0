import type { ReactElement } from 'react';

/** The place for server markup in an island (`Island`'s `slot`). */
export const emptySlot = '<div data-slot=""></div>';

/** Keeps the server's markup in the browser. */
export const Slot = (): ReactElement => (
  <div data-slot="" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
);
