import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, type Tone } from '#src/ui/display.tsx';
import type { SaleState } from '../rules/sale.ts';

const tones: Record<SaleState, Tone> = {
  onSale: 'good',
  fewLeft: 'wait',
  notYet: 'accent',
  planned: 'neutral',
  closed: 'neutral',
  soldOut: 'neutral',
  held: 'wait',
  drawn: 'accent',
  over: 'neutral',
  canceled: 'bad',
};

/** What of an event can be bought, for visitors and in the list of management. */
export const SaleBadge = ({ state, i18n }: { state: SaleState; i18n: Translator }): ReactElement => (
  <Badge tone={tones[state]}>{i18n.t(`events.state.${state}`)}</Badge>
);
