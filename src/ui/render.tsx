import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { type Page, PageContext } from './page.tsx';

/** The whole HTML document of a page; `document` is a `Layout`, an `AdminLayout` or another full `<html>` element. */
export function renderDocument(page: Page, document: ReactElement): string {
  return `<!DOCTYPE html>${renderToString(<PageContext value={page}>{document}</PageContext>)}`;
}
