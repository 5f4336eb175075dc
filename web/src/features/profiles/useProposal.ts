import type { TagDefinition } from '@keyward/contract/groups';
import type { Profile } from '@keyward/contract/profiles';
import { useEffect, useEffectEvent } from 'react';
import type { ContractForm } from '#lib/form.ts';
import { onProposal, takeProposal } from '#lib/proposal.ts';
import type { ProfileValues } from './useProfileForm.ts';

/** Time after which an opening drawer has focused its first field. */
const afterFocusMs = 100;

/** Fills in the palette's proposal for this profile, or opens the choice of roles. */
export function useProposal(
  profile: Profile | undefined,
  form: ContractForm<ProfileValues>,
  definitions: readonly TagDefinition[],
): void {
  const fill = useEffectEvent(() => {
    const proposal = profile && takeProposal(profile.id);
    if (!proposal) return;
    const { roles, tags } = form.getValues();
    const location = definitions.find((definition) => definition.is_location);
    if (roles.length + proposal.roles.length > 0)
      form.setFieldValue('roles', [...new Set([...roles, ...proposal.roles])]);
    if (location && proposal.location !== undefined)
      form.setFieldValue('tags', { ...tags, [location.id]: [proposal.location] });
    setTimeout(() => {
      const field = document.querySelector<HTMLButtonElement>('form [name=roles]:not(:disabled)');
      field?.focus();
      if (proposal.roles.length === 0) field?.click();
    }, afterFocusMs);
  });
  // the palette is outside the form
  useEffect(() => {
    fill();
    return onProposal(() => fill());
  }, []);
}
