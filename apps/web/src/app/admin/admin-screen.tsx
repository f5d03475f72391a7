import { isSiteStaff, type LeagueRole } from '@fieldhouse/domain/roles'
import { seasonAt } from '@fieldhouse/domain/season'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../features/accounts/session.ts'
import { CreateLeagueForm } from '../../features/leagues/create-league-form.tsx'
import { allLeagues, leaguesOf, roleIn } from '../../features/leagues/use-leagues.ts'
import { RefreshSection } from '../../features/refresh/refresh-section.tsx'
import { Field } from '../../ui/field.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './admin-screen.module.css'

type Props = { user: User; canCreate: boolean; activeLeague: string | null }

export function AdminScreen({ user, canCreate, activeLeague }: Props) {
  const staff = isSiteStaff({ isAdmin: user.is_admin, isStaff: user.is_staff })
  const all = useQuery({ ...allLeagues, enabled: staff })
  const mine = useQuery({ ...leaguesOf(user.username), enabled: !staff })
  const { data, isPending } = staff ? all : mine
  const names = data?.map((league) => league.name) ?? []
  const [chosen, setChosen] = useState(activeLeague)
  const league = chosen !== null && names.includes(chosen) ? chosen : (names[0] ?? '')
  const now = useNow()
  const role = useQuery(roleIn(league))
  const mayRun = staff || role.data?.is_admin === true

  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        <div className={styles['title']}>
          <h1>Admin Tools</h1>
          <RoleBadge staff={staff} role={role.data?.role ?? null} />
        </div>
        <LeagueSelector names={names} league={league} onChoose={setChosen} />
      </header>
      {league !== '' && !mayRun && role.isSuccess ? (
        <Notice tone="warn">You don't have admin rights in {league}. Actions are disabled.</Notice>
      ) : null}
      {isPending ? (
        <Skeleton label="Loading leagues" rows={2} height={52} />
      ) : (
        <>
          <Fold title="Refresh from the provider" startsOpen>
            <RefreshSection
              league={league}
              firstSeason={seasonAt(now)}
              canRefresh={mayRun}
              canRefreshAll={staff}
            />
          </Fold>
          <Fold title="Create New League" startsOpen={names.length === 0}>
            <CreateLeagueForm disabled={!canCreate} onCreated={setChosen} />
          </Fold>
        </>
      )}
    </div>
  )
}

type BadgeProps = { staff: boolean; role: LeagueRole | null }

function RoleBadge({ staff, role }: BadgeProps) {
  if (!staff && role === null) return null
  return <span className={styles['badge']}>{staff || role === null ? 'Site staff' : `Role: ${role}`}</span>
}

type SelectorProps = { names: readonly string[]; league: string; onChoose: (league: string) => void }

function LeagueSelector({ names, league, onChoose }: SelectorProps) {
  return (
    <div className={styles['selector']}>
      <Field label="League">
        {(control) => (
          <select
            {...control}
            value={league}
            disabled={names.length === 0}
            onChange={(event) => onChoose(event.target.value)}
          >
            {names.length === 0 ? <option value="">No leagues yet</option> : null}
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}
