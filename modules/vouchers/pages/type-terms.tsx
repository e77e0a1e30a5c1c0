import type { ReactElement } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge } from '#src/ui/display.tsx';
import type { TypeRow } from '../read-management.ts';
import { givesText, validState, validText } from '../voucher-texts.ts';

/** What a kind of voucher gives, how often and when. */
export function TypeTerms(props: { catalog: Catalog; type: TypeRow; i18n: Translator; now: Instant }): ReactElement {
  const { catalog, type, i18n, now } = props;
  const invalid = validState(type, now);
  return (
    <p>
      {givesText(type, catalog, i18n)} · {i18n.t(`vouchers.use.${type.useType}`)} · {validText(type, i18n)}{' '}
      {invalid ? <Badge tone="wait">{i18n.t(`vouchers.validState.${invalid}`)}</Badge> : null}
    </p>
  );
}

/** That the platform pays what a kind of voucher takes off, and who may change it. */
export const PaidByPlatform = ({ i18n }: { i18n: Translator }): ReactElement => (
  <Alert tone="neutral">{i18n.t('vouchers.paidByPlatform.text')}</Alert>
);
