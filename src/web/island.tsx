import { type ComponentType, createElement, type ReactElement } from 'react';
import { preinitModule, preloadModule } from 'react-dom';
import { renderToString } from 'react-dom/server';
import { OwnError } from '#src/kernel/assert.ts';
import { jsonOf } from '#src/texts/per-translator.ts';
import { PageContext, usePage } from '#src/ui/page.tsx';
import { emptySlot } from '#src/ui/slot.tsx';

type IslandProps<P extends object> = {
  /** The name of its file: `islands/<name>.tsx`, whose default export is `of`. */
  name: string;
  of: ComponentType<P>;
  /** Plain JSON. Dates and money come as finished texts, because a browser's language data may differ. */
  props: P;
  /** Needed only when a page shows the same island twice. */
  id?: string;
  /** It shows so much that its rendering would keep others waiting. */
  isLarge?: boolean;
  /** Rendered by the server alone, where the island has its `Slot`; none in an island that is large. */
  slot?: ReactElement | null;
};

/** What an island shows before it wakes up: the same wherever it is rendered. */
export const renderIsland = <P extends object>(of: ComponentType<P>, props: P, prefix: string): string =>
  renderToString(createElement(of, props), { identifierPrefix: prefix });

/**
 * A spot of the page that wakes up in the browser. It is rendered as a React root of its own, so that `useId` gives the
 * same ids on both sides; `id` keeps two islands apart. Its props stand behind it, where they need no quotes escaped, which
 * is half of the bytes of an attribute. A page without islands ships no script.
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
