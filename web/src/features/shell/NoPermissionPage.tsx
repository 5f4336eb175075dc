import { NoPermission } from '#ui/states.tsx';

export function NoPermissionPage() {
  return <NoPermission wholePage />;
}
