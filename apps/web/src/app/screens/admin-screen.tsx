import { isSiteStaff, type LeagueRole } from '@fieldhouse/domain/league/roles'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../features/accounts/session.ts'
import { ProviderAccessBanner } from '../../features/credentials/provider-access-banner.tsx'
import { allLeaguesQuery, myLeaguesQuery, myRoleQuery } from '../../features/leagues/use-leagues.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import ui from '../../ui/ui.module.css'
import { useLeagueEvents } from '../league/use-league-events.ts'
import styles from './admin-screen.module.css'
import { AdminSections } from './admin-sections.tsx'

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
            <AdminSections
              user={user}
              isAnyAdmin={isAnyAdmin}
              league={league}
              leagues={{ names, managed }}
              canManage={canManage}
              onSelect={setSelectedLeague}
              onLeagueChange={handleLeagueChange}
            />
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
