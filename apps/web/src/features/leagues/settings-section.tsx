import { useQuery } from '@tanstack/react-query'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SettingsForm } from './settings-form.tsx'
import { settingsOf } from './use-league-settings.ts'

type Props = {
  league: string
  canRun: boolean
  /** Told the name that the league has from now on. */
  onRenamed: (league: string) => void
}

/** What admins decide about a league. */
export function SettingsSection({ league, canRun, onRenamed }: Props) {
  const settings = useQuery({ ...settingsOf(league), enabled: canRun && league !== '' })
  if (!canRun) return <Empty>Only an admin of this league changes its settings.</Empty>
  return (
    <Loaded
      query={settings}
      failure="Failed to load the settings"
      skeleton={<Skeleton label="Loading the settings" rows={4} height={52} />}
    >
      {(stored) => (
        <SettingsForm
          key={`${league} ${JSON.stringify(stored)}`}
          league={league}
          stored={stored}
          onRenamed={onRenamed}
        />
      )}
    </Loaded>
  )
}
