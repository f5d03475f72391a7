import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SettingsForm } from './settings-form.tsx'
import { settingsQuery } from './use-league-settings.ts'

type Props = {
  league: string
  canManage: boolean
  /** Told the name that the league has from now on. */
  onRenamed: (league: string) => void
}

/** What admins decide about a league. */
export function SettingsSection({ league, canManage, onRenamed }: Props) {
  const settings = useQuery({ ...settingsQuery(league), enabled: canManage && league !== '' })
  if (!canManage) return <EmptyState>Only an admin of this league changes its settings.</EmptyState>
  return (
    <Loaded
      query={settings}
      errorTitle="Failed to load the settings"
      skeleton={<Skeleton label="Loading the settings" rows={4} height={52} />}
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
