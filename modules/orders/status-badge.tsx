import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, statusTone } from '#src/ui/display.tsx';
import { shownStatus } from './rules/order-state.ts';

type Shown = Parameters<typeof shownStatus>[0];

export const statusText = (order: Shown, words: Translator): string => words.t(`ui.status.${shownStatus(order)}`);

/** The state of an order, wherever somebody reads it. */
export const StatusBadge = ({ order, words }: { order: Shown; words: Translator }): ReactElement => (
  <Badge tone={statusTone(shownStatus(order))}>{statusText(order, words)}</Badge>
);
