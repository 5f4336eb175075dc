const prefix = 'support/';

/** The profile ID behind the support sessions of one person. The slash rules out a collision with one of the tenant's. */
export const supportName = (id: string): string => `${prefix}${id.replaceAll('-', '').slice(0, 12)}`;
export const isSupportName = (username: string): boolean => username.startsWith(prefix);
