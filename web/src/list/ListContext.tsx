import type { ListResource } from '@keyward/contract/resources';
import type { ReactNode } from 'react';
import { ResourceContext } from './listWords.ts';
import { useZoneChoice, ZoneContext } from './listZone.ts';

/** Provides the parts of a list with its resource and the zone of its times. */
export const ListContext = ({ resource, children }: { resource: ListResource; children: ReactNode }) => (
  <ResourceContext value={resource}>
    <ZoneContext value={useZoneChoice(resource)}>{children}</ZoneContext>
  </ResourceContext>
);
