import { type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** Brings a server-rendered island to life; `data-ready` appears on it when it is interactive. */
export async function hydrate(element: HTMLElement): Promise<void> {
  const { src, props, prefix } = element.dataset;
  if (!src || element.dataset.ready !== undefined) return;
  const island = (await import(src)) as { default: ComponentType<object> };
  hydrateRoot(element, createElement(island.default, JSON.parse(props ?? '{}') as object), {
    identifierPrefix: prefix ?? '',
    onRecoverableError: (error) => console.error('hydration', error),
  });
  element.dataset.ready = '';
}
