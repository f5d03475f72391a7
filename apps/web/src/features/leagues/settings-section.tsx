import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SettingsForm } from './settings-form.tsx'
import { settingsQuery } from './use-league-settings.ts'

type Props = {
  league: string
  canManage: boolean
  /** Called with the league's new name. */
  onRenamed: (league: string) => void
}

/** The settings of a league, for its admins. */
export function SettingsSection({ league, canManage, onRenamed }: Props) {
  const settings = useQuery({ ...settingsQuery(league), enabled: canManage && league !== '' })
  if (!canManage) return <EmptyState>Only league admins can change the settings.</EmptyState>
  return (
    <Loaded
      query={settings}
      errorTitle="Failed to load settings"
      skeleton={<Skeleton label="Loading settings" rows={4} height={52} />}
    >
      {(stored) => (
        <SettingsForm
          key={`${league} ${JSON.stringify(stored)}`}
          league={league}
          savedSettings={stored}
          onRenamed={onRenamed}
        />
      )}
    </Loaded>
  )
}
