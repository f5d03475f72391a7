import { isSiteStaff, type LeagueRole } from '@fieldhouse/domain/league/roles'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNow } from '../../api/server-clock.ts'
import type { User } from '../../features/accounts/session.ts'
import { TeamsSection } from '../../features/admin/teams/teams-section.tsx'
import { ProviderAccessBanner } from '../../features/credentials/provider-access-banner.tsx'
import { PendingRequestsSection } from '../../features/leagues/members/pending-requests-section.tsx'
import { allLeaguesQuery, myLeaguesQuery, myRoleQuery } from '../../features/leagues/use-leagues.ts'
import { RefreshSection } from '../../features/refresh/refresh-section.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import ui from '../../ui/ui.module.css'
import { useLeagueEvents } from '../league/use-league-events.ts'
import styles from './admin-screen.module.css'
import { NewLeagueLinks } from './new-league-links.tsx'

const AccountsSection = lazyNamed(
  () => import('../../features/admin/people/accounts-section.tsx'),
  'AccountsSection',
)
const AssignUserSection = lazyNamed(
  () => import('../../features/admin/people/assign-user-section.tsx'),
  'AssignUserSection',
)
const AuditLogSection = lazyNamed(
  () => import('../../features/admin/activity/audit-log-section.tsx'),
  'AuditLogSection',
)
const CookiesSection = lazyNamed(
  () => import('../../features/credentials/cookies-section.tsx'),
  'CookiesSection',
)
const CreateLeagueForm = lazyNamed(
  () => import('../../features/leagues/settings/create-league-form.tsx'),
  'CreateLeagueForm',
)
const DeleteLeagueSection = lazyNamed(
  () => import('../../features/leagues/settings/delete-league-section.tsx'),
  'DeleteLeagueSection',
)
const FailedJobsSection = lazyNamed(
  () => import('../../features/admin/activity/failed-jobs-section.tsx'),
  'FailedJobsSection',
)
const ImportedPeopleSection = lazyNamed(
  () => import('../../features/imported-people/imported-people-section.tsx'),
  'ImportedPeopleSection',
)
const ImportLeagueForm = lazyNamed(
  () => import('../../features/leagues/settings/import-league-form.tsx'),
  'ImportLeagueForm',
)
const InvitesSection = lazyNamed(() => import('../../features/invites/invites-section.tsx'), 'InvitesSection')
const MembersSection = lazyNamed(
  () => import('../../features/leagues/members/members-section.tsx'),
  'MembersSection',
)
const SettingsSection = lazyNamed(
  () => import('../../features/leagues/settings/settings-section.tsx'),
  'SettingsSection',
)
const StorageSection = lazyNamed(
  () => import('../../features/leagues/settings/storage-section.tsx'),
  'StorageSection',
)
const WebhookSection = lazyNamed(
  () => import('../../features/leagues/settings/webhook-section.tsx'),
  'WebhookSection',
)
const DataHealth = lazyNamed(() => import('../../features/history/admin/season-list.tsx'), 'DataHealth')
const SeasonUpload = lazyNamed(() => import('../../features/history/admin/season-upload.tsx'), 'SeasonUpload')

const NO_LEAGUES = { names: [], managed: [] }

type Props = {
  user: User
  /** Whether the user is an admin of the site or of any league. */
  isAnyAdmin: boolean
  activeLeague: string | null
  /** Called with the active league's new name, or null after it was deleted. */
  onActiveLeagueChange: (league: string | null) => void
}

export function AdminScreen({ user, isAnyAdmin, activeLeague, onActiveLeagueChange }: Props) {
  const staff = isSiteStaff({ isAdmin: user.is_admin, isStaff: user.is_staff })
  const leagues = useSelectableLeagues(user.username, staff)
  const { names, managed } = leagues.data ?? NO_LEAGUES
  const [selectedLeague, setSelectedLeague] = useState(activeLeague)
  const league = selectedLeague !== null && names.includes(selectedLeague) ? selectedLeague : (names[0] ?? '')
  useLeagueEvents(league, 'steps')
  const now = useNow()
  const role = useQuery(myRoleQuery(league))
  const canManage = staff || role.data?.is_admin === true

  function handleLeagueChange(newName: string | null) {
    setSelectedLeague(newName)
    if (league === activeLeague) onActiveLeagueChange(newName)
  }

  return (
    <div className={ui.stack16}>
      <header className={styles.header}>
        <div className={`${ui.row} ${styles.title}`}>
          <h1>Admin Tools</h1>
          <RoleBadge staff={staff} role={role.data?.role ?? null} />
        </div>
        <LeagueSelector leagues={leagues} league={league} onChange={setSelectedLeague} />
      </header>
      {staff ? null : (
        <Loaded query={role} errorTitle={`Failed to load your role in ${league}`} skeleton={null}>
          {({ is_admin: isAdmin }) =>
            isAdmin ? null : (
              <Notice tone="warn">You don't have admin rights in {league}. Actions are disabled.</Notice>
            )
          }
        </Loaded>
      )}
      <Loaded query={leagues} name="leagues" rows={2} height={52}>
        {() => (
          <>
            <ProviderAccessBanner league={league} canManage={canManage}>
              Save cookies under Provider Cookies.
            </ProviderAccessBanner>
            <Disclosure title="Provider Cookies" skeleton={<Skeleton label="Loading form" rows={3} />}>
              <CookiesSection league={league} canManage={canManage} isSiteAdmin={user.is_admin} />
            </Disclosure>
            <Disclosure title="Refresh from the provider" defaultOpen>
              <RefreshSection
                league={league}
                firstSeason={seasonAt(now)}
                canRefresh={canManage}
                canRefreshAll={staff}
                canSeeStatus={isAnyAdmin}
              />
            </Disclosure>
            <Disclosure title="Assign User to League" skeleton={<Skeleton label="Loading form" rows={3} />}>
              <AssignUserSection
                leagues={managed}
                league={league}
                disabled={league !== '' && !canManage}
                canSeePeople={isAnyAdmin}
              />
            </Disclosure>
            <Disclosure
              title="Create New League"
              defaultOpen={names.length === 0}
              skeleton={<Skeleton label="Loading form" rows={2} />}
            >
              <div className={ui.stack16}>
                <NewLeagueLinks league={league} canCreate={isAnyAdmin} canManage={canManage} />
                <CreateLeagueForm disabled={!isAnyAdmin} onCreated={setSelectedLeague} />
              </div>
            </Disclosure>
            <Disclosure title="Team assignments" defaultOpen>
              <TeamsSection leagues={managed} league={league} />
            </Disclosure>
            {staff ? (
              <Disclosure title="User Accounts" skeleton={<Skeleton label="Loading users" rows={4} />}>
                <AccountsSection canSetStaff={user.is_admin} />
              </Disclosure>
            ) : null}
            <Disclosure title="Pending Join Requests" defaultOpen>
              <PendingRequestsSection canDecide={isAnyAdmin} leagues={managed} />
            </Disclosure>
            <Disclosure title="Invite Links" skeleton={<Skeleton label="Loading invite links" rows={3} />}>
              <InvitesSection league={league} canManage={canManage} />
            </Disclosure>
            <Disclosure title="Members" skeleton={<Skeleton label="Loading members" rows={4} />}>
              <MembersSection key={league} league={league} canManage={canManage} />
            </Disclosure>
            {canManage ? (
              <>
                <Disclosure title="Data Health" skeleton={<Skeleton label="Loading seasons" rows={5} />}>
                  <DataHealth league={league} />
                </Disclosure>
                <Disclosure title="Upload Seasons" skeleton={<Skeleton label="Loading form" rows={2} />}>
                  <SeasonUpload league={league} />
                </Disclosure>
              </>
            ) : null}
            <Disclosure title="League Settings" skeleton={<Skeleton label="Loading form" rows={4} />}>
              <SettingsSection league={league} canManage={canManage} onRenamed={handleLeagueChange} />
              {canManage ? (
                <Suspense fallback={<Skeleton label="Loading the webhook and the used space" rows={3} />}>
                  <WebhookSection key={league} league={league} />
                  <StorageSection league={league} />
                </Suspense>
              ) : null}
            </Disclosure>
            {isAnyAdmin ? (
              <Disclosure
                title="Activity Log"
                skeleton={<Skeleton label="Loading the activity log" rows={5} />}
              >
                <AuditLogSection leagues={managed} />
              </Disclosure>
            ) : null}
            {user.is_admin ? (
              <Disclosure title="Failed jobs" skeleton={<Skeleton label="Loading failed jobs" rows={2} />}>
                <FailedJobsSection />
              </Disclosure>
            ) : null}
            <Disclosure title="Export or Delete League" skeleton={<Skeleton label="Loading form" rows={2} />}>
              <DeleteLeagueSection
                key={league}
                league={league}
                canManage={canManage}
                onDeleted={() => handleLeagueChange(null)}
              />
            </Disclosure>
            {staff ? (
              <Disclosure title="Import League" skeleton={<Skeleton label="Loading form" rows={2} />}>
                <ImportLeagueForm onImported={setSelectedLeague} />
              </Disclosure>
            ) : null}
            {user.is_admin ? (
              <Disclosure title="Imported people" skeleton={<Skeleton label="Loading people" rows={3} />}>
                <ImportedPeopleSection league={league} />
              </Disclosure>
            ) : null}
          </>
        )}
      </Loaded>
    </div>
  )
}

function RoleBadge({ staff, role }: { staff: boolean; role: LeagueRole | null }) {
  if (!staff && role === null) return null
  return <span className={styles.badge}>{staff || role === null ? 'Site staff' : `Role: ${role}`}</span>
}

type LeagueSelectorProps = {
  leagues: Pick<UseQueryResult<SelectableLeagues>, 'data' | 'isPending'>
  league: string
  onChange: (league: string) => void
}

function LeagueSelector({ leagues: { data, isPending }, league, onChange }: LeagueSelectorProps) {
  const names = data?.names ?? []
  return (
    <div className={styles.selector}>
      <SelectField
        label="League"
        options={names.length === 0 ? [{ value: '', label: placeholderLabel(data, isPending) }] : names}
        value={league}
        disabled={names.length === 0}
        onChange={onChange}
      />
    </div>
  )
}

/** Says that there are no leagues only after they were loaded. */
function placeholderLabel(leagues: SelectableLeagues | undefined, isPending: boolean): string {
  if (leagues !== undefined) return 'No leagues yet'
  return isPending ? 'Loading…' : 'Not loaded'
}

/** The names of the leagues to choose from, and of those that the user manages. */
type SelectableLeagues = { names: readonly string[]; managed: readonly string[] }

/** All leagues for site staff; otherwise the user's own leagues. */
function useSelectableLeagues(username: string, isStaff: boolean): UseQueryResult<SelectableLeagues> {
  const all = useQuery({
    ...allLeaguesQuery,
    enabled: isStaff,
    select: ({ leagues }): SelectableLeagues => {
      const names = leagues.map(({ name }) => name)
      return { names, managed: names }
    },
  })
  const mine = useQuery({
    ...myLeaguesQuery(username),
    enabled: !isStaff,
    select: ({ leagues }): SelectableLeagues => ({
      names: leagues.map(({ name }) => name),
      managed: leagues.filter(({ role }) => role === 'admin').map(({ name }) => name),
    }),
  })
  return isStaff ? all : mine
}
