export const importsPath = '/admin/imports';
export const previewPath = (token: string, query: Record<string, string> = {}): string =>
  `${importsPath}/preview?${new URLSearchParams({ file: token, ...query })}`;
/** Page that chooses the columns of an uploaded list; without a token its route. */
export const columnsPath = (token?: string): '/admin/imports/columns' =>
  (token
    ? `${importsPath}/columns?${new URLSearchParams({ file: token })}`
    : `${importsPath}/columns`) as '/admin/imports/columns';
export const bookPath = `${importsPath}/book`;
export const importPath = (id: number): string => `${importsPath}/${id}`;
export const openLinesPath = `${importsPath}/lines`;
export const linePath = (id: number): string => `${importsPath}/lines/${id}`;
