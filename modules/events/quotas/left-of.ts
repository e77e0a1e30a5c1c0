import type { Catalog, CatalogQuota } from '../rules/catalog.ts';

/** Places that none of its competitions has sold. */
export const leftOf = ({ competitions }: Pick<Catalog, 'competitions'>, { id, quotaTotal }: CatalogQuota): number =>
  competitions.find(({ quota }) => quota?.id === id)?.quota?.left ?? quotaTotal;
