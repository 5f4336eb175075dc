import { type ListResource, listResources } from '@keyward/contract/resources';
import type { Setting, StartPage } from '@keyward/contract/settings';

const isResource = (value: unknown): value is ListResource => listResources.some((one) => one === value);

/** The view that a profile chose as its start page; undefined without one. */
export function startPageIn(settings: readonly Setting[]): StartPage | undefined {
  const value = settings.find((one) => one.name === 'StartPage' && one.client_data === null)?.value;
  if (typeof value !== 'object' || value === null || !('resource' in value) || !('view' in value)) return undefined;
  const { resource, view } = value;
  return isResource(resource) && typeof view === 'string' ? { resource, view } : undefined;
}
