import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, statusTone } from '#src/ui/display.tsx';
import { visibleStatus } from './rules/order-state.ts';

type Shown = Parameters<typeof visibleStatus>[0];

export const statusText = (order: Shown, i18n: Translator): string => i18n.t(`ui.status.${visibleStatus(order)}`);

/** The state of an order, wherever somebody reads it. */
export const StatusBadge = ({ order, i18n }: { order: Shown; i18n: Translator }): ReactElement => (
  <Badge tone={statusTone(visibleStatus(order))}>{statusText(order, i18n)}</Badge>
);
