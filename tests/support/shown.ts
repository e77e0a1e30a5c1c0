/** A page's text with unbroken mail addresses. */
export const shown = (html: string): string =>
  html.replaceAll(/<span class="mail-to">(.*?)<\/span>/g, (_, address: string) => address.replaceAll('<wbr/>', ''));
