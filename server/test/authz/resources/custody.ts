import { custody } from '@keyward/contract/custody';
import { reading, type ResourceOf } from './resource.ts';

export const custodyResource: ResourceOf<'custody'> = {
  calls: { board: { needs: reading('DEVICES'), ok: 200 } },
  locations: async () => ({ reads: [custody.board.path] }),
};
