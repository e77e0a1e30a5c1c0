type Named = { id: number; name: string };

const folded = (name: string): string => name.trim().toLowerCase();
/** Buyers could not tell these apart; two without a name neither. */
export const isSameName = (one: string, other: string): boolean => folded(one) === folded(other);

/**
 * The first of the variants of an article that would be called as another one. Those that were so before may stay:
 * only `changed` ones are looked at.
 */
export const twinAmong = (variants: readonly Named[], changed: (variant: Named) => boolean): Named | undefined =>
  variants.find(
    (variant) =>
      changed(variant) && variants.some(({ id, name }) => id !== variant.id && isSameName(name, variant.name)),
  );
