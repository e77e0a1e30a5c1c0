import type { ReactElement } from 'react';
import { eventHead, managed, type OrganizerCall } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import type { PageHead } from '#src/web/http.ts';
import { type TypeRow, voucherTypeOf } from '../read-management.ts';
import { refuse } from '../rules/problems.ts';
import { givesText, validState, validText } from '../voucher-texts.ts';

export const typesPath = (eventId: number): string => `/admin/voucher-types/${eventId}`;
export const typePath = (eventId: number, voucherTypeId: number): string => `${typesPath(eventId)}/${voucherTypeId}`;
export const codesPath = (eventId: number, voucherTypeId: number): string =>
  `/admin/vouchers/${eventId}/${voucherTypeId}`;
/** The page belongs to orders, which knows prices. */
export const previewPath = (eventId: number, voucherTypeId: number): string =>
  `${codesPath(eventId, voucherTypeId)}/preview`;

export type ManagedType = { call: OrganizerCall<'voucherTypeId'>; catalog: Catalog; type: TypeRow };

/** @throws Problem NOT_FOUND for another organizer's event, or a type of another event */
export async function managedType(rawCall: OrganizerCall<'voucherTypeId'>): Promise<ManagedType> {
  const { call, catalog } = managed(rawCall);
  const type = await voucherTypeOf(call.deps.read, call.params.voucherTypeId);
  return type?.eventId === catalog.event.id ? { call, catalog, type } : refuse('NOT_FOUND');
}

/** Links to the other two pages of the type. */
export function typeHead(
  catalog: Catalog,
  { id }: { id: number },
  here: 'preview' | 'codes' | 'edit',
  title: string,
  i18n: Translator,
): PageHead {
  const eventId = catalog.event.id;
  const pages = [
    { page: 'preview', href: previewPath(eventId, id), label: i18n.t('vouchers.types.toPreview') },
    { page: 'codes', href: codesPath(eventId, id), label: i18n.t('vouchers.types.toCodes') },
    { page: 'edit', href: typePath(eventId, id), label: i18n.t('vouchers.types.edit') },
  ];
  return eventHead(
    catalog,
    title,
    <div className="row">
      {pages
        .filter(({ page }) => page !== here)
        .map(({ page, href, label }) => (
          <ButtonLink key={page} look="quiet" href={href}>
            {label}
          </ButtonLink>
        ))}
    </div>,
  );
}

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

export const PaidByPlatform = ({ i18n }: { i18n: Translator }): ReactElement => (
  <Alert tone="neutral">{i18n.t('vouchers.paidByPlatform.text')}</Alert>
);
