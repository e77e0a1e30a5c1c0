import { type ComponentType, createElement, type ReactElement } from 'react';
import { preinitModule, preloadModule } from 'react-dom';
import { renderToString } from 'react-dom/server';
import { OwnError } from '#src/kernel/assert.ts';
import { jsonOf } from '#src/texts/per-translator.ts';
import { PageContext, usePage } from '#src/ui/page.tsx';
import { emptySlot } from '#src/ui/slot.tsx';

type IslandProps<P extends object> = {
  /** Its file is `islands/<name>.tsx`, whose default export is `of`. */
  name: string;
  of: ComponentType<P>;
  /** JSON. Dates and money are formatted on the server, because a browser's language data may differ. */
  props: P;
  /** Needed only when a page shows the island twice. */
  id?: string;
  /** Rendered in another process because it would block this one. */
  isLarge?: boolean;
  /** Rendered on the server only, at the island's `Slot`; not for large islands. */
  slot?: ReactElement | null;
};

/** The initial markup, the same wherever it is rendered. */
export const renderIsland = <P extends object>(of: ComponentType<P>, props: P, prefix: string): string =>
  renderToString(createElement(of, props), { identifierPrefix: prefix });

/**
 * A part of the page that hydrates in the browser. It is its own React root, so that `useId` gives the same ids on both sides;
 * `id` separates two islands. Its props are a script element, which needs no escaped quotes and so half the bytes of an
 * attribute. A page without islands loads no script.
 */
export function Island<P extends object>(island: IslandProps<P>): ReactElement {
  const { name, of, props, id = name, isLarge = false, slot } = island;
  const page = usePage();
  const { manifest } = page.assets;
  const script = manifest.islands[name];
  if (!script) throw new OwnError(`There is no island ${name}; was the client built?`);
  preinitModule(manifest.runtime, { as: 'script' });
  const ahead = new Set([manifest.hydrate, ...manifest.hydrateDeps, script.src, ...script.deps]);
  for (const address of ahead) preloadModule(address, { as: 'script' });
  const prefix = `${id}-`;
  const json = jsonOf(props) ?? '';
  const render = () => renderIsland(of, props, prefix);
  const { renderLater } = page;
  const own = (isLarge ? renderLater?.({ name, prefix, json, render }) : null) ?? render();
  const inSlot = slot ? renderToString(<PageContext.Provider value={page}>{slot}</PageContext.Provider>) : '';
  const html = inSlot ? own.replace(emptySlot, () => emptySlot.replace('><', () => `>${inSlot}<`)) : own;
  return (
    <>
      <div
        className="island"
        data-island={name}
        data-src={script.src}
        data-prefix={prefix}
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <script type="application/json" dangerouslySetInnerHTML={{ __html: json }} />
    </>
  );
}
