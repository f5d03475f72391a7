import { isSiteStaff, type LeagueRole } from '@fieldhouse/domain/roles'
import { seasonAt } from '@fieldhouse/domain/season'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { User } from '../../features/accounts/session.ts'
import { AccountsSection } from '../../features/admin/accounts-section.tsx'
import { AssignUserSection } from '../../features/admin/assign-user-section.tsx'
import { TeamsSection } from '../../features/admin/teams-section.tsx'
import { CookiesSection } from '../../features/credentials/cookies-section.tsx'
import { RefusedBanner } from '../../features/credentials/refused-banner.tsx'
import { CreateLeagueForm } from '../../features/leagues/create-league-form.tsx'
import { DeleteLeagueSection } from '../../features/leagues/delete-league-section.tsx'
import { ImportLeagueForm } from '../../features/leagues/import-league-form.tsx'
import { MembersSection } from '../../features/leagues/members-section.tsx'
import { PendingRequestsSection } from '../../features/leagues/pending-requests-section.tsx'
import { SettingsSection } from '../../features/leagues/settings-section.tsx'
import { roleIn } from '../../features/leagues/use-leagues.ts'
import { RefreshSection } from '../../features/refresh/refresh-section.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useLeagueEvents } from '../live/use-league-events.ts'
import styles from './admin-screen.module.css'
import { LeagueSelector } from './league-selector.tsx'
import { useOwnLeagues } from './use-own-leagues.ts'

const ActsSection = lazy(() =>
  import('../../features/admin/acts-section.tsx').then((file) => ({ default: file.ActsSection })),
)
const WebhookSection = lazy(() =>
  import('../../features/leagues/webhook-section.tsx').then((file) => ({ default: file.WebhookSection })),
)
const DataHealth = lazy(() =>
  import('../../features/history/admin/data-health.tsx').then((file) => ({ default: file.DataHealth })),
)
const SeasonUpload = lazy(() =>
  import('../../features/history/admin/season-upload.tsx').then((file) => ({ default: file.SeasonUpload })),
)

const NONE = { names: [], run: [] }

type Props = {
  user: User
  /** Whether the person is an admin of anything, the site or a league. */
  isAnyAdmin: boolean
  activeLeague: string | null
  /** Told what the active league is called from now on; null when it is deleted. */
  onActiveLeague: (league: string | null) => void
}

export function AdminScreen({ user, isAnyAdmin, activeLeague, onActiveLeague }: Props) {
  const staff = isSiteStaff({ isAdmin: user.is_admin, isStaff: user.is_staff })
  const leagues = useOwnLeagues(user.username, staff)
  const { names, run } = leagues.data ?? NONE
  const [chosen, setChosen] = useState(activeLeague)
  const league = chosen !== null && names.includes(chosen) ? chosen : (names[0] ?? '')
  useLeagueEvents(league)
  const now = useNow()
  const role = useQuery(roleIn(league))
  const mayRun = staff || role.data?.is_admin === true

  function follow(renamed: string | null) {
    setChosen(renamed)
    if (league === activeLeague) onActiveLeague(renamed)
  }

  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        <div className={styles['title']}>
          <h1>Admin Tools</h1>
          <RoleBadge staff={staff} role={role.data?.role ?? null} />
        </div>
        <LeagueSelector leagues={leagues} league={league} onChoose={setChosen} />
      </header>
      {staff ? null : (
        <Loaded query={role} failure={`Failed to load your role in ${league}`} skeleton={null}>
          {({ is_admin: isAdmin }) =>
            isAdmin ? null : (
              <Notice tone="warn">You don't have admin rights in {league}. Actions are disabled.</Notice>
            )
          }
        </Loaded>
      )}
      <Loaded
        query={leagues}
        failure="Failed to load leagues"
        skeleton={<Skeleton label="Loading leagues" rows={2} height={52} />}
      >
        {() => (
          <>
            <RefusedBanner league={league} canRun={mayRun}>
              Save cookies under Provider Cookies.
            </RefusedBanner>
            <Fold title="Provider Cookies">
              <CookiesSection league={league} canRun={mayRun} />
            </Fold>
            <Fold title="Refresh from the provider" startsOpen>
              <RefreshSection
                league={league}
                firstSeason={seasonAt(now)}
                canRefresh={mayRun}
                canRefreshAll={staff}
                canSeeStatus={isAnyAdmin}
              />
            </Fold>
            <Fold title="Assign User to League">
              <AssignUserSection
                leagues={run}
                league={league}
                disabled={league !== '' && !mayRun}
                canSeePeople={isAnyAdmin}
              />
            </Fold>
            <Fold title="Create New League" startsOpen={names.length === 0}>
              <CreateLeagueForm disabled={!isAnyAdmin} onCreated={setChosen} />
            </Fold>
            <Fold title="Team assignments" startsOpen>
              <TeamsSection leagues={run} league={league} />
            </Fold>
            {staff ? (
              <Fold title="User Accounts">
                <AccountsSection canSetStaff={user.is_admin} />
              </Fold>
            ) : null}
            <Fold title="Pending Join Requests" startsOpen>
              <PendingRequestsSection canDecide={isAnyAdmin} leagues={run} />
            </Fold>
            <Fold title="Members">
              <MembersSection key={league} league={league} canRun={mayRun} />
            </Fold>
            {mayRun ? (
              <>
                <Fold title="Data Health">
                  <Suspense fallback={<Skeleton label="Loading the seasons" rows={5} />}>
                    <DataHealth league={league} />
                  </Suspense>
                </Fold>
                <Fold title="Upload Seasons">
                  <Suspense fallback={<Skeleton label="Loading the form" rows={2} />}>
                    <SeasonUpload league={league} />
                  </Suspense>
                </Fold>
              </>
            ) : null}
            <Fold title="League Settings">
              <SettingsSection league={league} canRun={mayRun} onRenamed={follow} />
              {mayRun ? (
                <Suspense fallback={<Skeleton label="Loading the webhook" rows={2} />}>
                  <WebhookSection key={league} league={league} />
                </Suspense>
              ) : null}
            </Fold>
            {isAnyAdmin ? (
              <Fold title="Record of Acts">
                <Suspense fallback={<Skeleton label="Loading the acts" rows={5} />}>
                  <ActsSection leagues={run} now={now} />
                </Suspense>
              </Fold>
            ) : null}
            <Fold title="Export or Delete League">
              <DeleteLeagueSection
                key={league}
                league={league}
                canRun={mayRun}
                onDeleted={() => follow(null)}
              />
            </Fold>
            {staff ? (
              <Fold title="Import League">
                <ImportLeagueForm onImported={setChosen} />
              </Fold>
            ) : null}
          </>
        )}
      </Loaded>
    </div>
  )
}

type BadgeProps = { staff: boolean; role: LeagueRole | null }

function RoleBadge({ staff, role }: BadgeProps) {
  if (!staff && role === null) return null
  return <span className={styles['badge']}>{staff || role === null ? 'Site staff' : `Role: ${role}`}</span>
}
