import type { Seat } from '#modules/shared-teams/index.ts';
import type { Translator } from '#src/texts/locale.ts';

/** Team Flotte Vier, Schwimmen */
export const seatText = ({ name, leg }: Seat, { t }: Pick<Translator, 't'>): string =>
  leg === null ? t('transfers.seat', { team: name }) : t('transfers.seatLeg', { team: name, leg });
