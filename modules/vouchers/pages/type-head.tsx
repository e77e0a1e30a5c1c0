import { eventHead } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Translator } from '#src/texts/locale.ts';
import { ButtonLink } from '#src/ui/form.tsx';
import type { PageHead } from '#src/web/http.ts';
import { codesPath, previewPath, typePath } from './paths.ts';

/** The head of one of the three pages of a kind of voucher, with the ways to the other two. */
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
