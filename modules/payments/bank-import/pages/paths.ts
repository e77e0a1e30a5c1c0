export const importsPath = '/admin/imports';
export const previewPath = (token: string, query: Record<string, string> = {}): string =>
  `${importsPath}/preview?${new URLSearchParams({ file: token, ...query })}`;
export const bookPath = `${importsPath}/book`;
export const importPath = (id: number): string => `${importsPath}/${id}`;
export const openLinesPath = `${importsPath}/lines`;
export const linePath = (id: number): string => `${importsPath}/lines/${id}`;
