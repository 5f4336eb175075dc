import { settings } from '@keyward/contract/account-calls';
import { densities, type Density } from '@keyward/contract/settings';
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { settled } from '#lib/api.ts';
import { putOwnSetting } from '#lib/ownSetting.ts';
import { useSession } from '#lib/session.ts';
import { densityOf } from '#list/density.ts';
import { alerts } from '#ui/alerts.ts';
import { IconCheck } from '#ui/icons.tsx';

/** The choice of the height of rows for every list, stored in the profile's settings. */
export function DensityItems() {
  const { t } = useTranslation();
  const chosen = densityOf(useSession());
  const choose = (density: Density) => {
    putOwnSetting('Density', density).then(
      () => settled(settings.mine),
      () => alerts.failure(t('views.densityFailed')),
    );
  };
  return (
    <>
      <Menu.Label id="density">{t('views.density')}</Menu.Label>
      <div role="group" aria-labelledby="density">
        {densities.map((density) => (
          <Menu.RadioItem
            key={density}
            value={density}
            checked={density === chosen}
            checkIcon={<IconCheck size={16} />}
            closeMenuOnClick
            onChange={() => choose(density)}
          >
            {t(`views.densities.${density}`)}
          </Menu.RadioItem>
        ))}
      </div>
    </>
  );
}
