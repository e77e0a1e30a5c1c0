import { changesEvent } from '#modules/events/index.ts';
import { givesText, managedType, previewPath, typeHead } from '#modules/vouchers/index.ts';
import type { Translator } from '#src/texts/locale.ts';
import { readCents } from '#src/ui/format.ts';
import { page } from '#src/web/http.ts';
import { type PreviewProps, VoucherPreview } from './page.tsx';
import { basketOf, compared, reversed, sampleIn } from './sample.ts';

/** It belongs to the vouchers but stands here, because what things cost is known here. */
export const voucherPreviewPages = [
  page({ method: 'get', path: '/admin/vouchers/{event}/{voucherTypeId}/preview', ...changesEvent }, async (raw) => {
    const { call, catalog, type } = await managedType(raw);
    const { i18n, query, now } = call;
    const { id: eventId } = catalog.event;
    const sample = sampleIn(query, catalog, type);
    const { basket, people, homeless } = basketOf(sample, catalog);
    const code = i18n.t('vouchers.preview.code');
    return call.render(
      <VoucherPreview
        path={previewPath(eventId, type.id)}
        catalog={catalog}
        i18n={i18n}
        gives={givesText(type, catalog, i18n)}
        percentage={type.unit === 'percentage' ? type.amount : null}
        sample={sample}
        people={people}
        homeless={homeless}
        price={compared(catalog, basket, type, code, now)}
        reverse={reverseIn(query, type.amount, i18n)}
      />,
      typeHead(catalog, type, 'preview', i18n.t('vouchers.preview.title', { name: type.name }), i18n),
    );
  }),
];

function reverseIn(query: URLSearchParams, points: number, i18n: Translator): PreviewProps['reverse'] {
  const input = (query.get('reduced') ?? '').slice(0, 12);
  if (input.trim() === '') return { input: input, error: null, found: null };
  const wished = readCents(input, i18n.locale);
  if (wished === null) return { input: input, error: i18n.t('vouchers.error.cents'), found: null };
  const found = reversed(Math.min(wished, 10_000_000), points);
  return 'problem' in found
    ? { input: input, error: i18n.t(`vouchers.reverse.${found.problem}`), found: null }
    : { input: input, error: null, found };
}
