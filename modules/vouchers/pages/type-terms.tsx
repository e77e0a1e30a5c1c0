import type { ReactElement } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge } from '#src/ui/display.tsx';
import type { TypeRow } from '../read-management.ts';
import { givesText, validState, validText } from '../voucher-texts.ts';

/** What a kind of voucher gives, how often and when. */
export function TypeTerms(props: { catalog: Catalog; type: TypeRow; words: Translator; now: Instant }): ReactElement {
  const { catalog, type, words, now } = props;
  const invalid = validState(type, now);
  return (
    <p>
      {givesText(type, catalog, words)} · {words.t(`vouchers.use.${type.useType}`)} · {validText(type, words)}{' '}
      {invalid ? <Badge tone="wait">{words.t(`vouchers.validState.${invalid}`)}</Badge> : null}
    </p>
  );
}

/** That the platform pays what a kind of voucher takes off, and who may change it. */
export const PaidByPlatform = ({ words }: { words: Translator }): ReactElement => (
  <Alert tone="neutral">{words.t('vouchers.paidByPlatform.text')}</Alert>
);
