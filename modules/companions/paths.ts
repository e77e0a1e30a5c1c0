export const companionsPath = '/settings/people';
export const newCompanionPath = `${companionsPath}/new`;
export const companionPath = (id: number): string => `${companionsPath}/${id}`;
export const unofferPath = (participantId: number): string => `${companionsPath}/ordered/${participantId}/forget`;
